import { headerText } from '@cds/kafka';
import type { Slices } from '../slice.js';
import type { SlicePolicy } from './slice-policy.js';

/** Reports how long slices took and how they ended: one log line and one observation for each attempt. */
export const metrics = (): SlicePolicy => (next, tools) => async (slices) => {
  const { topic } = slices[0].batch.topicPartition;
  const startedAt = performance.now();
  let outcome = 'failed';
  try {
    const result = await next(slices);
    outcome = result === 'applied' ? 'handled' : result;
    return result;
  } finally {
    const durationMs = performance.now() - startedAt;
    tools.metrics.took(topic, durationMs / 1_000);
    tools.logger.info(
      { topic, ...extentOf(slices), duration_ms: Math.round(durationMs * 10) / 10, outcome },
      'message.handled',
    );
  }
};

/** Which messages a log line is about. */
const extentOf = (slices: Slices): object => {
  const partitions = slices.map(({ batch, messages }) => ({
    partition: batch.topicPartition.partition,
    first_offset: messages[0]?.offset,
    last_offset: messages.at(-1)?.offset,
  }));
  const all = slices.flatMap(({ messages }) => messages);
  return {
    ...(partitions.length === 1 ? partitions[0] : { partitions }),
    count: all.length,
    ...(all.length === 1 ? { trace_id: headerText(all[0]?.headers, 'traceparent')?.slice(3, 35) } : {}),
  };
};
