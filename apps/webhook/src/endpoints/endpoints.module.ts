import { SecretBox } from '@cds/service-kit';
import { Module } from '@nestjs/common';
import { WEBHOOK_CONFIG, type DeliverySettings } from '../config.js';
import { CreateEndpointHandler } from './create-endpoint/create-endpoint.handler.js';
import { CreateEndpointHttp } from './create-endpoint/create-endpoint.http.js';
import { DeleteEndpointHandler } from './delete-endpoint/delete-endpoint.handler.js';
import { DeleteEndpointHttp } from './delete-endpoint/delete-endpoint.http.js';
import { DisableEndpointsWhenAccountDeleted } from './disable-endpoints/disable-endpoints-when-account-deleted.consumer.js';
import { EndpointListHttp } from './endpoint-list/endpoint-list.http.js';
import { EndpointListQuery } from './endpoint-list/endpoint-list.query.js';

@Module({
  controllers: [CreateEndpointHttp, EndpointListHttp, DeleteEndpointHttp, DisableEndpointsWhenAccountDeleted],
  providers: [
    CreateEndpointHandler,
    DeleteEndpointHandler,
    EndpointListQuery,
    {
      provide: SecretBox,
      inject: [WEBHOOK_CONFIG],
      useFactory: ({ secretKeys }: DeliverySettings) => new SecretBox(secretKeys),
    },
  ],
  exports: [EndpointListQuery, SecretBox],
})
export class EndpointsModule {}
