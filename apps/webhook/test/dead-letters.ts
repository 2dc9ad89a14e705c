import { createKafka } from '@cds/kafka';
import { testKafka, uniqueName } from '@cds/testing';
import { SILENT } from './webhook.harness.js';

/** The event ids of all that lies in a dead-letter topic now. */
export const deadLettersOf = async (topic: string): Promise<string[]> => {
  const kafka = createKafka({ brokers: testKafka().brokers, clientId: 'webhook-tests', logger: SILENT });
  const consumer = kafka.consumer({ groupId: uniqueName('dead-letters'), maxWaitTimeInMs: 50 });
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  const expected = ends.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
  const ids: string[] = [];
  if (expected === 0) return ids;
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const eachMessage = ({ message }: { message: { headers?: Record<string, unknown> } }): Promise<void> => {
      ids.push(String(message.headers?.['ce_id']));
      if (ids.length >= expected) resolve();
      return Promise.resolve();
    };
    consumer.run({ eachMessage }).catch(reject);
  });
  await consumer.disconnect();
  return ids;
};
