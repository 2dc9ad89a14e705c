import type { FetchedBatch } from './fetched-batch.js';
import { inGroups } from './in-groups.js';

const fetched = (topic: string, partition: number, count: number, clusterId = 'cluster') => ({
  batch: {
    topicPartition: { clusterId, topic, partition },
    messages: Array.from({ length: count }),
  } as unknown as FetchedBatch,
});
const partitionsOf = (groups: readonly (readonly { batch: FetchedBatch }[])[]) =>
  groups.map((group) => group.map(({ batch }) => batch.topicPartition.partition));

describe('batches that were fetched together', () => {
  it('are one group while they are no larger than a slice may be', () => {
    expect(
      partitionsOf(inGroups([fetched('facts', 0, 3), fetched('facts', 1, 4), fetched('facts', 2, 3)], 10)),
    ).toEqual([[0, 1, 2]]);
  });

  it('are several groups when together they are larger', () => {
    expect(
      partitionsOf(inGroups([fetched('facts', 0, 3), fetched('facts', 1, 4), fetched('facts', 2, 4)], 10)),
    ).toEqual([[0, 1], [2]]);
  });

  it('stand alone when one is larger by itself', () => {
    expect(
      partitionsOf(inGroups([fetched('facts', 0, 1), fetched('facts', 1, 11), fetched('facts', 2, 1)], 10)),
    ).toEqual([[0], [1], [2]]);
  });

  it.each([
    ['of another topic', fetched('others', 1, 1)],
    ['of another cluster', fetched('facts', 1, 1, 'another-cluster')],
  ])('are not joined by one %s', (_, other) => {
    expect(partitionsOf(inGroups([fetched('facts', 0, 1), other, fetched('facts', 2, 1)], 10))).toEqual([[0, 2], [1]]);
  });
});
