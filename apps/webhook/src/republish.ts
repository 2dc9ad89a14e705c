import { backfillTopic } from '@cds/contracts';
import { messageOf } from '@cds/errors';
import { createKafka, EventPublisher, existingTopics } from '@cds/kafka';
import { createPool } from '@cds/postgres';
import { republishArguments } from '@cds/publishing/republish';
import { readRepublishConfig } from './config.js';
import { republishWatches } from './endpoints/watched-anglers/republish-watches.js';
import { WATCHES_TOPIC } from './endpoints/watched-anglers/publish-watched-anglers.js';

const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const { database, kafka: connection } = readRepublishConfig();
const pool = createPool(database.url, { applicationName: 'webhook-republish', max: 1 });
const kafka = createKafka({ ...connection, clientId: 'webhook-republish', logger: SILENT });
const publisher = new EventPublisher(kafka, SILENT);
try {
  const { consumer, from } = republishArguments(process.argv.slice(2));
  if (from !== undefined) throw new Error('There is no log of what endpoints watched: leave --from out.');
  const topic = backfillTopic(WATCHES_TOPIC, consumer);
  if ((await existingTopics(kafka, [topic])).length === 0) throw new Error(`The topic ${topic} does not exist.`);
  const sent = await republishWatches(pool, (events) => publisher.publish(topic, events));
  process.stdout.write(`webhook → ${consumer}: republished ${sent} events\n`);
} catch (error) {
  process.stderr.write(`webhook: ${messageOf(error)}\n`);
  process.exitCode = 1;
} finally {
  await publisher.close();
  await pool.end();
}
