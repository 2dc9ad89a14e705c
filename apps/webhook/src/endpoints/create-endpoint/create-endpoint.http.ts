import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Idempotent } from '@cds/idempotency';
import { Body, Controller, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type DeliverySettings, WEBHOOK_CONFIG } from '../../config.js';
import type { EndpointView } from '../endpoint-view.js';
import { createEndpointOf } from './create-endpoint.js';
import { createdEndpoint, CreateEndpointHandler } from './create-endpoint.handler.js';

@Controller('v1/webhooks')
export class CreateEndpointHttp {
  constructor(
    private readonly handler: CreateEndpointHandler,
    @Inject(WEBHOOK_CONFIG) private readonly policy: DeliverySettings,
  ) {}

  @Post()
  @Idempotent()
  async create(
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointView & { secret: string }> {
    const created = await this.handler.execute(body, (one) => createEndpointOf(one, this.policy), caller);
    const { secret: _secret, ...view } = created;
    reply.headers(createdEndpoint(view).headers);
    return created;
  }
}
