import { memoryLogger } from '@cds/testing';
import type { KafkaMessage } from 'kafkajs';
import { ConsumerMetrics } from '../src/consumer-metrics.js';
import type { DeadLetters } from '@cds/kafka';
import type { FetchedBatch } from '../src/fetched-batch.js';
import type { PolicyTools } from '../src/policies/slice-policy.js';
import type { Slice, Slices } from '../src/slice.js';

const message = (offset: number): KafkaMessage => ({
  key: null,
  value: null,
  timestamp: '0',
  attributes: 0,
  offset: String(offset),
  headers: {},
});

/** A slice of so many messages of a partition. */
export const slice = (
  count: number,
  { partition = 0, goesOn = true }: { partition?: number; goesOn?: boolean } = {},
): Slice => {
  const messages = Array.from({ length: count }, (_, offset) => message(offset));
  const batch: FetchedBatch = {
    topicPartition: { clusterId: 'cluster', topic: 'facts', partition },
    messages,
    fetchedFrom: 0n,
    highWatermark: BigInt(count),
    position: () => 0n,
    limit: () => Infinity,
    advance: () => undefined,
    heartbeat: () => Promise.resolve(),
    lost: () => undefined,
    goesOn: () => goesOn,
  };
  return { batch, messages };
};

/** What policies work with, and what they did with it. */
export const policyTools = () => {
  const [letters, skipped]: [string[], Slices[]] = [[], []];
  const logger = memoryLogger();
  const deadLetters = { add: (one: KafkaMessage) => Promise.resolve(void letters.push(one.offset)) };
  const tools: PolicyTools = {
    metrics: new ConsumerMetrics(undefined),
    logger,
    deadLetters: deadLetters as unknown as DeadLetters,
    skip: (slices) => {
      skipped.push(slices);
      return Promise.resolve('applied');
    },
  };
  return { tools, letters, skipped, logger };
};
