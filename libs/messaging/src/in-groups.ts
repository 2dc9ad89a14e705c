import type { FetchedBatch } from './fetched-batch.js';

/**
 * Divides what was fetched into groups that are handled together: of one topic of one cluster, and of no more than
 * `most` messages.
 * A batch that alone has more is a group of its own.
 */
export const inGroups = <R extends { readonly batch: FetchedBatch }>(
  received: readonly R[],
  most: number,
): [R, ...R[]][] => {
  const groups: [R, ...R[]][] = [];
  const open = new Map<string, { group: R[]; size: number }>();
  for (const one of received) {
    const { place, messages } = one.batch;
    const key = `${place.clusterId}/${place.topic}`;
    const last = open.get(key);
    if (last !== undefined && last.size + messages.length <= most) {
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
