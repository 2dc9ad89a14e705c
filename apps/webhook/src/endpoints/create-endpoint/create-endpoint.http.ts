import { type Caller, CurrentCaller } from '@cds/service-kit';
import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { EndpointView } from '../endpoint-view.js';
import { CreateEndpointHandler } from './create-endpoint.handler.js';

@Controller('v1/webhooks')
export class CreateEndpointHttp {
  constructor(private readonly handler: CreateEndpointHandler) {}

  @Post()
  async create(
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointView & { secret: string }> {
    const created = await this.handler.execute(body, caller);
    // The secret is nothing for a cache on the way.
    reply.header('location', `/v1/webhooks/${created.id}`).header('cache-control', 'no-store');
    return created;
  }
}
