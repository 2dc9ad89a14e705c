import { Module } from '@nestjs/common';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { ErasedAnglers } from '../erasure/erased-anglers.js';
import { MessageEraser } from '../erasure/message-eraser.js';
import { MessageWriter } from './message-writer.js';
import { EnqueueDeliveries } from './enqueue-deliveries.consumer.js';

@Module({
  imports: [DeliveriesModule],
  controllers: [EnqueueDeliveries],
  providers: [ErasedAnglers, MessageEraser, MessageWriter],
})
export class MessagesModule {}
