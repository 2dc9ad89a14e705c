import { Module } from '@nestjs/common';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { FeedModule } from '../feed/feed.module.js';
import { DueErasures } from '../erasure/due-erasures.js';
import { ErasedAnglers } from '../erasure/erased-anglers.js';
import { MessageEraser } from '../erasure/message-eraser.js';
import { PartitionKeeper } from '../partitions/partition-keeper.js';
import { FanOutWorker } from './fan-out-worker.js';
import { FanOuts } from './fan-outs.js';
import { FormerMessageMover } from './former-message-mover.js';
import { MessageSweeper } from './message-sweeper.js';
import { MessageWriter } from './message-writer.js';
import { EnqueueDeliveries } from './enqueue-deliveries.consumer.js';
import { TestEndpointHandler } from './test-endpoint/test-endpoint.handler.js';
import { TestEndpointHttp } from './test-endpoint/test-endpoint.http.js';

@Module({
  imports: [DeliveriesModule, FeedModule],
  controllers: [EnqueueDeliveries, TestEndpointHttp],
  providers: [
    DueErasures,
    ErasedAnglers,
    FanOutWorker,
    FanOuts,
    FormerMessageMover,
    MessageEraser,
    MessageSweeper,
    MessageWriter,
    PartitionKeeper,
    TestEndpointHandler,
  ],
})
export class MessagesModule {}
