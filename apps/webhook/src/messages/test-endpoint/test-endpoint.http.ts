import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { refuseFields } from '@cds/validation';
import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { DeliveryView } from '../../deliveries/delivery-view.js';
import { queuedDelivery } from '../../deliveries/resend/resend-delivery.handler.js';
import { TestEndpointHandler } from './test-endpoint.handler.js';

@Controller('v1/webhooks')
export class TestEndpointHttp {
  constructor(private readonly handler: TestEndpointHandler) {}

  @Post(':id/test')
  @HttpCode(202)
  @Idempotent()
  async test(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeliveryView> {
    const queued = await this.handler.execute(id, () => refuseFields(body), caller);
    reply.headers(queuedDelivery(queued).headers);
    return queued;
  }
}
