import { createKafka, EventPublisher, type KafkaConnection, messagingLogger } from '@cds/kafka';
import type { LostOffsetPolicy } from '@cds/consumer-offsets';
import { ServiceLogger } from '@cds/service-kit';
import {
  type DynamicModule,
  Global,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Kafka } from 'kafkajs';

export interface KafkaModuleOptions extends KafkaConnection {
  /** Where consumers continue when a stored offset belongs to a log that no longer exists. */
  lostOffsets: LostOffsetPolicy;
  /** The service's name, as the brokers' logs and quotas show it. */
  service: string;
}

/** Injects the `LostOffsetPolicy`. */
export const LOST_OFFSETS = Symbol('lost-offsets');

/**
 * Gives the whole app one `Kafka` and one `EventPublisher`. The app starts without a broker; the publisher connects
 * when the broker is back, and is closed after everything that publishes has stopped.
 */
@Global()
@Module({})
export class KafkaModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly publisher: EventPublisher) {}

  static forRoot({ lostOffsets, service, ...connection }: KafkaModuleOptions): DynamicModule {
    const providers = [
      {
        provide: Kafka,
        inject: [ServiceLogger],
        useFactory: (logger: ServiceLogger) =>
          createKafka({ ...connection, clientId: service, logger: messagingLogger(logger) }),
      },
      { provide: LOST_OFFSETS, useValue: lostOffsets },
      { provide: EventPublisher, inject: [Kafka], useFactory: (kafka: Kafka) => new EventPublisher(kafka) },
    ];
    return { module: KafkaModule, providers, exports: providers };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.publisher.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.publisher.close();
  }
}
