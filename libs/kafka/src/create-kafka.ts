import './checksum.js';
import './record-encoding.js';
import { Kafka, logLevel } from 'kafkajs';
import './fetch-waits.js';
import './heartbeats.js';
import './quiet-connections.js';
import { connectionOptions, type KafkaConnection } from './kafka-connection.js';
import { kafkaLog } from './kafka-log.js';
import { type MessagingLogger, nestLogger } from './messaging-logger.js';

export interface KafkaOptions extends KafkaConnection {
  /** The service's name, as the brokers' logs and quotas show it. */
  clientId: string;
  logger?: MessagingLogger;
}

/**
 * A Kafka client that gives up on a dead broker within seconds, so that whoever asked can decide: the publisher and the
 * consumer then start over with a back-off of their own, for as long as it takes.
 * Two consumers of one group need a client each: kafkajs shares committed offsets within one.
 */
export const createKafka = ({ clientId, logger = nestLogger('Kafka'), ...connection }: KafkaOptions): Kafka =>
  new Kafka({
    ...connectionOptions(connection),
    clientId,
    logLevel: logLevel.INFO,
    logCreator: kafkaLog(logger),
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, multiplier: 2, factor: 0.2, maxRetryTime: 2_000, retries: 5 },
  });
