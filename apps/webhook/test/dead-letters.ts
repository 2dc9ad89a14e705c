import { readTopic, testKafka } from '@cds/testing';

/** The event ids of all that lies in a dead-letter topic now. */
export const deadLettersOf = async (topic: string): Promise<string[]> =>
  (await readTopic(testKafka().brokers, topic)).map(({ headers }) => String(headers?.['ce_id']));
