/** All that is known about where a partition could go on. `high` is the offset that the next message will get. */
export interface OffsetsOfPartition {
  readonly low: bigint;
  readonly high: bigint;
  /** Kafka's committed offset of the group; undefined when there is none. */
  readonly committed: bigint | undefined;
  /** What the service's database has for this cluster. */
  readonly stored: bigint | undefined;
  /** Whether the database has one for another cluster. */
  readonly elsewhere: boolean;
}

/** `resumed` is the ordinary case; the others are worth a line in the log. */
export type StartReason = 'resumed' | 'first-time' | 'new-cluster' | 'messages-expired' | 'topic-recreated';

/**
 * Where to go on. The database decides, as only it knows what was handled; Kafka's committed offset counts only on a
 * cluster that this database has never read from (a mirrored one). A stored offset beyond the end is of a topic that no
 * longer exists.
 */
export const startingOffset = ({
  low,
  high,
  committed,
  stored,
  elsewhere,
}: OffsetsOfPartition): { offset: bigint; reason: StartReason } => {
  if (stored === undefined) {
    if (!elsewhere || committed === undefined || committed < low || committed > high)
      return { offset: low, reason: 'first-time' };
    return { offset: committed, reason: 'new-cluster' };
  }
  if (stored > high) return { offset: low, reason: 'topic-recreated' };
  if (stored < low) return { offset: low, reason: 'messages-expired' };
  return { offset: stored, reason: 'resumed' };
};
