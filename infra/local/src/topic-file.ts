import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TopicSpec {
  name: string;
  partitions: number;
  /** Kafka's own settings that differ from the cluster's defaults. */
  config: Record<string, string>;
}

interface TopicEntry {
  name: string;
  partitions: number;
  retention_days?: number;
  compacted?: boolean;
  /** A dead letter is the message and why it failed: more than the message alone. */
  max_message_bytes?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FILE = join(import.meta.dirname, '..', '..', 'kafka', 'topics.json');

/** Old versions of a key go within a day or so. A tombstone stays for readers that are away for up to a month. */
const COMPACTED = {
  'cleanup.policy': 'compact',
  'min.cleanable.dirty.ratio': '0.1',
  'segment.ms': String(DAY_MS),
  'delete.retention.ms': String(30 * DAY_MS),
};

const configOf = (entry: TopicEntry): Record<string, string> => ({
  ...(entry.compacted ? COMPACTED : { 'cleanup.policy': 'delete' }),
  ...(entry.max_message_bytes !== undefined && { 'max.message.bytes': String(entry.max_message_bytes) }),
  ...(entry.retention_days !== undefined && { 'retention.ms': String(entry.retention_days * DAY_MS) }),
});

/** The default number of copies that a cluster keeps of each record. */
export const replicationFactorOf = (file = FILE): number =>
  (JSON.parse(readFileSync(file, 'utf8')) as { replication_factor: number }).replication_factor;

/** The topics of `infra/kafka/topics.json`. */
export const topicSpecs = (file = FILE): TopicSpec[] => {
  const { topics } = JSON.parse(readFileSync(file, 'utf8')) as { topics: TopicEntry[] };
  return topics.map((entry) => ({ name: entry.name, partitions: entry.partitions, config: configOf(entry) }));
};
