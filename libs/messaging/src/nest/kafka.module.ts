import { createKafka, EventPublisher, type MessagingLogger } from '../index.js';
import { ServiceLogger } from '@cds/service-kit';
import {
  type DynamicModule,
  Global,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Kafka } from 'kafkajs';

export interface KafkaModuleOptions {
  brokers: readonly string[];
  /** The service's name, as the brokers' logs and quotas show it. */
  service: string;
}

/** This library's lines in the service's own log. */
export const messagingLogger = (logger: ServiceLogger): MessagingLogger => ({
  debug: (fields, message) => logger.event(message, fields, 'debug'),
  info: (fields, message) => logger.event(message, fields),
  warn: (fields, message) => logger.event(message, fields, 'warn'),
  error: (fields, message) => logger.event(message, fields, 'error'),
});

/**
 * Gives the whole app one `Kafka` and one `EventPublisher`. A broker that is away keeps nothing from starting; the
 * publisher connects when it is back, and is closed after everything that publishes has stopped.
 */
@Global()
@Module({})
export class KafkaModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly publisher: EventPublisher) {}

  static forRoot({ brokers, service }: KafkaModuleOptions): DynamicModule {
    const providers = [
      {
        provide: Kafka,
        inject: [ServiceLogger],
        useFactory: (logger: ServiceLogger) =>
          createKafka({ brokers, clientId: service, logger: messagingLogger(logger) }),
      },
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
