import { parseArgs } from 'node:util';
import { backfillTopic } from '@cds/contracts';
import { messageOf } from '@cds/errors';
import { createKafka, EventPublisher, existingTopics, SILENT } from '@cds/kafka';
import { createPool } from '@cds/postgres';
import { commandArguments } from '@cds/publishing/republish';
import { readRepublishConfig } from './config.js';
import { republishWatches } from './endpoints/watched-anglers/republish-watches.js';
import { WATCHES_TOPIC } from './endpoints/watched-anglers/publish-watched-anglers.js';

const HELP = `Sends again, for one consumer, which anglers the endpoints watch now. Everything else runs on meanwhile.
The service has no event log: each run sends all of them, as fast as Kafka takes them.

  DATABASE_URL=postgresql://… KAFKA_BROKERS=host:9092 node dist/republish.js --for leaderboard

--for <consumer>  the service that reads the events`;

const consumer = commandArguments(HELP, (args) => {
  const { values } = parseArgs({ args: [...args], options: { for: { type: 'string' } } });
  if (!values.for) throw new Error('Which consumer? Give --for <consumer>.');
  return values.for;
});
const { database, kafka: connection } = readRepublishConfig();
const pool = createPool(database.url, { applicationName: 'webhook-republish', max: 1 });
const kafka = createKafka({ ...connection, clientId: 'webhook-republish', logger: SILENT });
const publisher = new EventPublisher(kafka, SILENT);
try {
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
