import { Module } from '@nestjs/common';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { MessageWriter } from './message-writer.js';
import { QueueMessagesWhenSomethingHappens } from './queue-messages-when-something-happens.consumer.js';

@Module({ imports: [DeliveriesModule], controllers: [QueueMessagesWhenSomethingHappens], providers: [MessageWriter] })
export class MessagesModule {}
