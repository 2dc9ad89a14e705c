import { kafkajsFile } from '../test/kafkajs-file.js';
import { type ConsumerGroup, consumerGroup } from './fetch-waits.js';

interface Partitions {
  readonly assigned?: number[];
  /** Those that are not paused. */
  readonly active?: number[];
}

interface Request {
  readonly topics: readonly { readonly topic: string; readonly partitions: readonly { partition: number }[] }[];
}

/** A consumer of one topic, with waits from `least` milliseconds, whose fetches end at once with what `answers` says. */
const group = (least: number, answers: () => readonly number[], { assigned = [0, 1], active = [1] }: Partitions = {}) =>
  Object.assign(Object.create(consumerGroup) as ConsumerGroup, {
    maxWaitTime: least,
    subscriptionState: {
      assigned: () => [{ topic: 'catches', partitions: assigned }],
      active: () => [{ topic: 'catches', partitions: active }],
      isPaused: () => false,
    },
    cluster: {
      refreshMetadataIfNecessary: () => Promise.resolve(),
      findBroker: () => Promise.resolve({ fetch: (request: Request) => Promise.resolve(answerTo(request, answers())) }),
    },
    checkForStaleAssignment: () => undefined,
    filterPartitionsByNode: (_: number, partitions: unknown) => partitions,
    seekOffsets: () => Promise.resolve(),
    seekOffset: { has: () => false },
    offsetManager: { committedOffsets: () => ({ catches: { 0: '0', 1: '0' } }), nextOffset: () => '0' },
    preferredReadReplicasPerTopicPartition: {},
  });

/** A record for each of these partitions, and none for others that are asked for. */
const answerTo = ({ topics }: Request, withRecords: readonly number[]) => ({
  responses: topics.map(({ topic, partitions }) => ({
    topicName: topic,
    partitions: partitions.map(({ partition }) => ({
      partition,
      highWatermark: '1',
      messages: withRecords.includes(partition) ? [{ offset: '0' }] : [],
    })),
  })),
});

const fetchTimes = async (consumer: ConsumerGroup, times: number): Promise<number[]> => {
  const waits: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await consumer.fetch(1);
    waits.push(consumer.maxWaitTime);
  }
  return waits;
};

test('without messages fetches wait longer and longer, up to a second', async () => {
  const waits = await fetchTimes(
    group(250, () => []),
    40,
  );
  expect(waits.slice(0, 3)).toEqual([275, 303, 334]);
  expect(waits.at(-1)).toBe(1_000);
});

test('with a message they wait as at first', async () => {
  let records: number[] = [];
  const consumer = group(250, () => records);
  await fetchTimes(consumer, 40);
  records = [1];
  expect(await fetchTimes(consumer, 1)).toEqual([250]);
});

test('a consumer that was made to wait longer keeps its wait', async () => {
  const consumer = group(5_000, () => []);
  expect(await fetchTimes(consumer, 3)).toEqual([5_000, 5_000, 5_000]);
});

test('while all partitions are paused, the consumer looks again soon, and then waits as at first', async () => {
  const partitions = { assigned: [0, 1], active: [1] };
  const consumer = group(60_000, () => [0], partitions);
  partitions.active.length = 0;
  await expect(consumer.fetch(1)).resolves.toEqual([]);
  partitions.active.push(0);
  await expect(consumer.fetch(1)).resolves.toMatchObject([{ partition: 0 }]);
});

test('the patched file is the one that the patch was written for', () => {
  expect(kafkajsFile('consumer/consumerGroup.js')).toEqual({
    version: '2.2.4',
    sha256: 'f3e461738585a8dc6574c647123a18afc732f81cdee4f9f7bb62e4aa1dffbfbb',
  });
});
