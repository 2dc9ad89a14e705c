import type { ICustomPartitioner } from 'kafkajs';
import { Partitioners } from 'kafkajs';
import murmurhash from 'murmurhash';

/** With which Kafka's own producers begin the hash of a key. */
const SEED = 0x9747b28c;
/** Kafka makes a hash positive by dropping its sign. */
const WITHOUT_SIGN = 0x7fffffff;

/**
 * Puts messages in the partition in which Kafka's own producers put their keys, as the default partitioner of kafkajs
 * does, which computes the hash with big integers (ADR 127). Messages without a key are left to that one.
 */
export const partitionByKey: ICustomPartitioner = () => {
  const others = Partitioners.DefaultPartitioner();
  return (args) => {
    const { message, partitionMetadata } = args;
    const { key, partition } = message;
    if (key == null || partition != null) return others(args);
    return (murmurhash.v2(key, SEED) & WITHOUT_SIGN) % partitionMetadata.length;
  };
};
