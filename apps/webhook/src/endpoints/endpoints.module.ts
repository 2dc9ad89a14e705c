import { SecretBox } from '@cds/service-kit';
import { Module } from '@nestjs/common';
import { WEBHOOK_CONFIG, type WebhookConfig } from '../config.js';
import { Database } from '../database.js';
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
    Database,
    CreateEndpointHandler,
    DeleteEndpointHandler,
    EndpointListQuery,
    {
      provide: SecretBox,
      inject: [WEBHOOK_CONFIG],
      useFactory: ({ secretKeys }: WebhookConfig) => new SecretBox(secretKeys),
    },
  ],
  exports: [Database, EndpointListQuery, SecretBox],
})
export class EndpointsModule {}
