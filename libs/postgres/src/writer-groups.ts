import type { BulkWrite } from './bulk-write.js';
import { culpritOf } from './culprit.js';
import type { Writer } from './queued-writers.js';

/** The writers whose writes could be made, and these; the others have failed. */
export const built = (group: readonly Writer[]): [writers: Writer[], writes: BulkWrite[]] => {
  const writers: Writer[] = [];
  const writes: BulkWrite[] = [];
  for (const writer of group) {
    try {
      writer.writes = writer.build();
      writes.push(...writer.writes);
      writers.push(writer);
    } catch (error) {
      writer.reject(error);
    }
  }
  return [writers, writes];
};

/** What is to be sent again when a group was refused: all but the writer to blame, who has failed, or both halves. */
export const withoutCulprit = (group: readonly Writer[], error: unknown): (readonly Writer[])[] => {
  const culprit = group.length === 1 ? group[0] : culpritOf(error, group);
  if (!culprit) return [group.slice(0, group.length / 2), group.slice(group.length / 2)];
  culprit.reject(error);
  const others = group.filter((writer) => writer !== culprit);
  return others.length === 0 ? [] : [others];
};
