import { messageOf } from '@cds/errors';
import { createKafka, EventPublisher, type KafkaConnection, SILENT, type TopicEvents } from '@cds/kafka';
import { createPool } from '@cds/postgres';
import type { Kafka } from 'kafkajs';
import type pg from 'pg';
import type { Corrections } from './corrections.js';
import { describeLost } from './describe-lost.js';
import { findLost } from './find-lost.js';
import type { LostVersionsArguments } from './lost-versions-arguments.js';

/** A service whose database may have been restored to an earlier time. */
export interface RestoredService {
  readonly service: string;
  readonly databaseUrl: string;
  readonly kafka: KafkaConnection;
  /** Each of them has every event of the log. */
  readonly topics: readonly string[];
  readonly corrections: (pool: pg.Pool, kafka: Kafka) => Corrections;
}

/** Events in one request to Kafka. */
const BATCH = 500;

/**
 * The command that a service has for the time after a restore, run in a process of its own while the service runs or
 * before it starts: lists what was published and is not in the database, and with `--take-back` corrects it for all
 * consumers. Resolves with the exit code; a run that failed can be repeated.
 */
export const runLostVersions = async (restored: RestoredService, args: LostVersionsArguments): Promise<0 | 1> => {
  const applicationName = `${restored.service}-lost-versions`;
  const pool = createPool(restored.databaseUrl, { applicationName, max: 3, statementTimeoutMs: 0 });
  try {
    const kafka = createKafka({ ...restored.kafka, clientId: applicationName, logger: SILENT });
    const write = (line: string): void => void process.stdout.write(`${restored.service}: ${line}\n`);
    await correct(restored, args, { pool, kafka, write });
    return 0;
  } catch (error) {
    process.stderr.write(`${restored.service}: ${messageOf(error)}\n`);
    return 1;
  } finally {
    await pool.end();
  }
};

interface Servers {
  readonly pool: pg.Pool;
  readonly kafka: Kafka;
  readonly write: (line: string) => void;
}

const correct = async (
  restored: RestoredService,
  { since, takesBack }: LostVersionsArguments,
  { pool, kafka, write }: Servers,
): Promise<void> => {
  const corrections = restored.corrections(pool, kafka);
  const lost = await findLost({ db: pool, kafka, topics: restored.topics, since, corrections });
  for (const line of describeLost(lost)) write(line);
  if (lost.versions.length === 0 && lost.withdrawals.length === 0) return;
  if (!takesBack) return write('nothing was changed; --take-back corrects this for all consumers');
  await corrections.restate(lost.versions.map(({ event }) => event));
  await publish(kafka, lost.withdrawals);
  write('taken back; the service publishes what was appended to its log');
};

const publish = async (kafka: Kafka, withdrawals: readonly TopicEvents[]): Promise<void> => {
  const publisher = new EventPublisher(kafka, SILENT);
  try {
    for (const { topic, events } of withdrawals)
      for (let at = 0; at < events.length; at += BATCH) await publisher.publish(topic, events.slice(at, at + BATCH));
  } finally {
    await publisher.close();
  }
};
