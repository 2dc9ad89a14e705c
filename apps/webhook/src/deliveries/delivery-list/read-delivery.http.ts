import type { Caller } from '@cds/identity';
import { CurrentCaller } from '@cds/service-kit';
import { type FieldsQuery, pickFields } from '@cds/listing';
import { Controller, Get, Param, Query } from '@nestjs/common';
import type { DeliveryWithAttempts } from '../delivery-view.js';
import { readDeliveryQuery } from './delivery-list.schemas.js';
import { ReadDeliveryQuery } from './read-delivery.query.js';

@Controller('v1/webhook-deliveries')
export class ReadDeliveryHttp {
  constructor(private readonly deliveries: ReadDeliveryQuery) {}

  @Get(':id')
  async readDelivery(
    @Param('id') id: string,
    @Query({ schema: readDeliveryQuery }) { fields }: FieldsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Partial<DeliveryWithAttempts>> {
    return pickFields(await this.deliveries.execute(id, caller), fields);
  }
}
