import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { refuseFields } from '@cds/validation';
import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { DeliveryView } from '../delivery-view.js';
import { queuedDelivery, ResendDeliveryHandler } from './resend-delivery.handler.js';

@Controller('v1/webhook-deliveries')
export class ResendDeliveryHttp {
  constructor(private readonly handler: ResendDeliveryHandler) {}

  @Post(':id/resend')
  @HttpCode(202)
  @Idempotent()
  async resend(
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
