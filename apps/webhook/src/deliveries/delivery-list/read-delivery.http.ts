import { type Caller, CurrentCaller } from '@cds/service-kit';
import { Controller, Get, Param } from '@nestjs/common';
import type { AttemptView, DeliveryView } from '../delivery-view.js';
import { ReadDeliveryQuery } from './read-delivery.query.js';

@Controller('v1/webhook-deliveries')
export class ReadDeliveryHttp {
  constructor(private readonly deliveries: ReadDeliveryQuery) {}

  @Get(':id')
  readDelivery(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<DeliveryView & { attempts: AttemptView[] }> {
    return this.deliveries.execute(id, caller);
  }
}
