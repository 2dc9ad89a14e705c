import { readTopic } from '@cds/testing';

export interface Fact {
  id: string;
  key: string;
  version: number;
}

/** Everything that `catch.events` holds now, partition by partition in order. */
export const readFacts = async (brokers: string[]): Promise<Fact[]> =>
  (await readTopic(brokers, 'catch.events')).map(({ key, value, headers }) => {
    const { version } = JSON.parse(String(value)) as { version: number };
    return { id: String(headers?.['ce_id']), key: String(key), version };
  });
