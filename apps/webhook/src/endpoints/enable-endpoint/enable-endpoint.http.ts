import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { refuseFields } from '@cds/validation';
import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { EndpointView } from '../endpoint-view.js';
import { enabledEndpoint, EnableEndpointHandler } from './enable-endpoint.handler.js';

@Controller('v1/webhooks')
export class EnableEndpointHttp {
  constructor(private readonly handler: EnableEndpointHandler) {}

  @Post(':id/enable')
  @HttpCode(200)
  @Idempotent()
  async enable(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndpointView> {
    const enabled = await this.handler.execute(id, () => refuseFields(body), caller);
    reply.headers(enabledEndpoint(enabled).headers);
    return enabled;
  }
}
