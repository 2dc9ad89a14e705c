import type { StoredOffset } from './consumer-offsets.js';

/** What a partition continues from when the record after the stored offset is not the one that was to come. */
export type LostOffsetPolicy = 'time' | 'beginning';

/** All that is known about where a partition could continue. `high` is the offset that the next message will get. */
export interface OffsetsOfPartition {
  readonly low: bigint;
  readonly high: bigint;
  /** Kafka's committed offset of the group; undefined when there is none. */
  readonly committed: bigint | undefined;
  /** What the service's database has for this cluster. */
  readonly stored: Pick<StoredOffset, 'nextOffset' | 'lastTimestamp'> | undefined;
  /** Whether the database has an offset of another cluster. */
  readonly elsewhere: boolean;
  /** Whether the record before the stored offset is not the one that was handled. */
  readonly replaced: boolean;
  /** The offset that the client went on to by itself, past the stored one; undefined when it did not. */
  readonly skippedTo?: bigint | undefined;
}

/** `resumed` is the ordinary case. */
export type StartReason =
  | 'resumed'
  | 'first-time'
  | 'new-cluster'
  | 'messages-expired'
  | 'offset-beyond-end'
  | 'record-replaced';

/** An offset, or the time from which on records are read. */
export interface Start {
  readonly from: bigint | Date;
  readonly reason: StartReason;
}

/** Producers' clocks differ, and a batch is sent after its records got their timestamps. */
const MARGIN_MS = 60_000;
/** How far to go back when nothing tells what was handled last. */
const UNKNOWN_LOOK_BACK_MS = 24 * 60 * 60 * 1_000;

/**
 * Decides where to continue. The database decides, as only it knows what was handled; Kafka's committed offset counts
 * only on a cluster that this database has never read from (a mirrored one). An offset beyond the end, or one whose
 * record is another now, belongs to a log that no longer exists: reading continues by time, and never from the
 * beginning unless the operator's policy says so, as that may be a year of old events.
 */
export const startingOffset = (at: OffsetsOfPartition, policy: LostOffsetPolicy, now: Date): Start => {
  const { low, high, committed, stored, elsewhere, skippedTo } = at;
  if (stored === undefined) {
    if (!elsewhere || committed === undefined || committed < low || committed > high)
      return { from: low, reason: 'first-time' };
    return { from: committed, reason: 'new-cluster' };
  }
  const lost = stored.nextOffset > high ? 'offset-beyond-end' : at.replaced ? 'record-replaced' : undefined;
  if (lost !== undefined)
    return { from: policy === 'beginning' ? low : since(stored.lastTimestamp, now), reason: lost };
  if (stored.nextOffset < low) return { from: low, reason: 'messages-expired' };
  const isSkipped = skippedTo !== undefined && skippedTo > stored.nextOffset && skippedTo <= high;
  return { from: isSkipped ? skippedTo : stored.nextOffset, reason: 'resumed' };
};

const since = (lastTimestamp: Date | undefined, now: Date): Date =>
  lastTimestamp === undefined
    ? new Date(now.getTime() - UNKNOWN_LOOK_BACK_MS)
    : new Date(lastTimestamp.getTime() - MARGIN_MS);
