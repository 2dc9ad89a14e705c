import fc from 'fast-check';
import { Partitioners } from 'kafkajs';
import { partitionByKey } from './partitioner.js';

const partitionsOf = (count: number) =>
  Array.from({ length: count }, (_, partitionId) => ({
    partitionErrorCode: 0,
    partitionId,
    leader: 1,
    replicas: [1],
    isr: [1],
  }));

describe('the partition of a message', () => {
  it('is that of the default partitioner of kafkajs, whatever its key', () => {
    const [ours, theirs] = [partitionByKey(), Partitioners.DefaultPartitioner()];
    const anyKey = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80, size: 'max' }),
      fc.uint8Array({ maxLength: 80, size: 'max' }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(anyKey, fc.integer({ min: 1, max: 100 }), (key, count) => {
        const args = { topic: 'catch.events', partitionMetadata: partitionsOf(count), message: { key, value: null } };
        expect(ours(args)).toBe(theirs(args));
      }),
    );
  });

  it('is the one that a message names', () => {
    const message = { key: 'catch_1', value: null, partition: 4 };
    expect(partitionByKey()({ topic: 'catch.events', partitionMetadata: partitionsOf(6), message })).toBe(4);
  });

  it('is one of them without a key', () => {
    const partition = partitionByKey()({
      topic: 'catch.events',
      partitionMetadata: partitionsOf(6),
      message: { value: 'a' },
    });
    expect([0, 1, 2, 3, 4, 5]).toContain(partition);
  });
});
