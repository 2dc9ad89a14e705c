import { SecretBox } from '@cds/service-kit';
import { Module } from '@nestjs/common';
import { WEBHOOK_CONFIG, type DeliverySettings } from '../config.js';
import { CreateEndpointHandler } from './create-endpoint/create-endpoint.handler.js';
import { CreateEndpointHttp } from './create-endpoint/create-endpoint.http.js';
import { EndpointCreationRates } from './create-endpoint/endpoint-creation-rates.store.js';
import { DeleteEndpointHandler } from './delete-endpoint/delete-endpoint.handler.js';
import { DeleteEndpointHttp } from './delete-endpoint/delete-endpoint.http.js';
import { EditEndpointHandler } from './edit-endpoint/edit-endpoint.handler.js';
import { EditEndpointHttp } from './edit-endpoint/edit-endpoint.http.js';
import { EnableEndpointHandler } from './enable-endpoint/enable-endpoint.handler.js';
import { EnableEndpointHttp } from './enable-endpoint/enable-endpoint.http.js';
import { DisableEndpointsWhenAccountDeleted } from './disable-endpoints/disable-endpoints-when-account-deleted.consumer.js';
import { EndpointListHttp } from './endpoint-list/endpoint-list.http.js';
import { EndpointListQuery } from './endpoint-list/endpoint-list.query.js';
import { FilterIds } from './filter-ids.js';
import { NoteKnownIds } from './known-ids/note-known-ids.consumer.js';
import { TopicProgress } from './known-ids/topic-progress.js';
import { QueuePurgeWorker } from './queue-purge-worker.js';
import { RotateSecretHandler } from './rotate-secret/rotate-secret.handler.js';
import { RotateSecretHttp } from './rotate-secret/rotate-secret.http.js';
import { AnglerWatches } from './watched-anglers/angler-watches.js';
import { WatchPublisher } from './watched-anglers/watch-publisher.js';

@Module({
  controllers: [
    CreateEndpointHttp,
    EndpointListHttp,
    EditEndpointHttp,
    EnableEndpointHttp,
    RotateSecretHttp,
    DeleteEndpointHttp,
    DisableEndpointsWhenAccountDeleted,
    NoteKnownIds,
  ],
  providers: [
    AnglerWatches,
    WatchPublisher,
    CreateEndpointHandler,
    EditEndpointHandler,
    EnableEndpointHandler,
    RotateSecretHandler,
    DeleteEndpointHandler,
    EndpointCreationRates,
    EndpointListQuery,
    FilterIds,
    QueuePurgeWorker,
    TopicProgress,
    {
      provide: SecretBox,
      inject: [WEBHOOK_CONFIG],
      useFactory: ({ secretKeys }: DeliverySettings) => new SecretBox(secretKeys),
    },
  ],
  exports: [EndpointListQuery, SecretBox],
})
export class EndpointsModule {}
