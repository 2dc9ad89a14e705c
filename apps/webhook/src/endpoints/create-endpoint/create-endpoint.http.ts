import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Idempotent } from '@cds/idempotency';
import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { EndpointView } from '../endpoint-view.js';
import { createdEndpoint, CreateEndpointHandler } from './create-endpoint.handler.js';

@Controller('v1/webhooks')
export class CreateEndpointHttp {
  constructor(private readonly handler: CreateEndpointHandler) {}

  @Post()
  @Idempotent()
  async create(
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointView & { secret: string }> {
    const created = await this.handler.execute(body, caller);
    const { secret: _secret, ...view } = created;
    reply.headers(createdEndpoint(view).headers);
    return created;
  }
}
