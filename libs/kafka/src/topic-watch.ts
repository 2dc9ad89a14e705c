import type { Kafka } from 'kafkajs';
import { pause } from './abortable.js';
import { withAdmin } from './with-admin.js';

const LOOK_AGAIN_MS = 5_000;

/** Those of `wanted` that exist. */
export const existingTopics = async (kafka: Kafka, wanted: readonly string[]): Promise<string[]> => {
  const all = new Set(await withAdmin(kafka, (admin) => admin.listTopics()));
  return wanted.filter((topic) => all.has(topic));
};

/** Resolves once one of `missing` exists, or when `signal` is aborted. */
export const untilTopicAppears = async (
  kafka: Kafka,
  missing: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    await pause(LOOK_AGAIN_MS, signal);
    const found = signal.aborted ? [] : await existingTopics(kafka, missing).catch(() => []);
    if (found.length > 0) return;
  }
};
