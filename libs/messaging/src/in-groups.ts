import type { FetchedBatch } from './fetched-batch.js';

/**
 * Divides what was fetched into groups that are handled together: of one topic of one cluster, and of at most `max`
 * messages. A batch that alone has more is a group of its own.
 */
export const inGroups = <R extends { readonly batch: FetchedBatch }>(
  received: readonly R[],
  max: number,
): [R, ...R[]][] => {
  const groups: [R, ...R[]][] = [];
  const open = new Map<string, { group: R[]; size: number }>();
  for (const one of received) {
    const { topicPartition, messages } = one.batch;
    const key = `${topicPartition.clusterId}/${topicPartition.topic}`;
    const last = open.get(key);
    if (last !== undefined && last.size + messages.length <= max) {
      last.group.push(one);
      last.size += messages.length;
    } else {
      const group: [R, ...R[]] = [one];
      groups.push(group);
      open.set(key, { group, size: messages.length });
    }
  }
  return groups;
};
