import { EventPublisher, KafkaTransport, type LostOffsetPolicy } from '../index.js';
import { POOL } from '@cds/postgres';
import { ServiceLogger } from '@cds/service-kit';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Kafka } from 'kafkajs';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { LOST_OFFSETS, messagingLogger } from './kafka.module.js';

/**
 * Binds the `@ConsumeEvents` handlers of the app to Kafka. The consumer group is named like the service, unless told
 * otherwise.
 */
export const connectConsumers = (app: NestFastifyApplication, service: string, groupId: string = service): void => {
  const transport = new KafkaTransport({
    kafka: app.get(Kafka),
    service,
    groupId,
    pool: app.get<pg.Pool>(POOL),
    publisher: app.get(EventPublisher),
    lostOffsets: app.get<LostOffsetPolicy>(LOST_OFFSETS),
    registry: app.get(Registry),
    logger: messagingLogger(app.get(ServiceLogger)),
  });
  app.connectMicroservice({ strategy: transport }, { inheritAppConfig: true });
};
