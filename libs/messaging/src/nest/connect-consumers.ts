import { type ConsumerPolicies, KafkaTransport, type KafkaTransportOptions, standardPolicies } from '../index.js';
import { EventPublisher, messagingLogger } from '@cds/kafka';
import type { LostOffsetPolicy } from '@cds/consumer-offsets';
import { POOL } from '@cds/postgres';
import { ReadinessRegistry } from '@cds/health';
import { ServiceLogger } from '@cds/service-kit';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Kafka } from 'kafkajs';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { LOST_OFFSETS } from './kafka.module.js';
import { reportGaps } from './report-gaps.js';

/**
 * Binds the `@ConsumeEvents` handlers of the app to Kafka and reports what they may have missed. The consumer group
 * defaults to the service's name, and what is done around the handlers to `standardPolicies`. `reading` says which
 * messages are passed over.
 */
export const connectConsumers = (
  app: NestFastifyApplication,
  service: string,
  groupId: string = service,
  policies: ConsumerPolicies = standardPolicies(),
  reading: Pick<KafkaTransportOptions, 'parse' | 'except'> = {},
): void => {
  const pool = app.get<pg.Pool>(POOL);
  reportGaps(pool, app.get(ReadinessRegistry), app.get(Registry));
  const transport = new KafkaTransport({
    kafka: app.get(Kafka),
    service,
    groupId,
    pool,
    publisher: app.get(EventPublisher),
    lostOffsets: app.get<LostOffsetPolicy>(LOST_OFFSETS),
    policies,
    ...reading,
    registry: app.get(Registry),
    logger: messagingLogger(app.get(ServiceLogger)),
  });
  app.connectMicroservice({ strategy: transport }, { inheritAppConfig: true });
};
