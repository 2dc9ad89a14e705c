import type { BatchLimits, EventPriority } from '@cds/event-store';
import { EventRate } from './event-rate.js';
import { gatherFor } from './gather-for.js';
import { DEFAULT_BULK_PER_SECOND, type RelayTiming } from './relay-options.js';

/** A batch that was published. */
export interface PublishedBatch {
  readonly events: number;
  /** In milliseconds of a monotonic clock. */
  readonly startedAt: number;
  /** Whether more events of its priority are written than may be published in the same time. */
  readonly isFed: boolean;
}

/** How many events of a priority are published at once, and how long the relay rests from the start of a batch. */
export interface RelayPace {
  readonly limits: BatchLimits;
  restMs(batch: PublishedBatch): number;
  /** How many events may be published in so many milliseconds, and at least one. */
  mostIn(ms: number): number;
}

export interface PaceOptions {
  readonly batchSize?: number;
  readonly bulkPerSecond?: number;
}

const BATCH_SIZE = 1_000;
/** What the events of a batch become in memory is some times as much. */
const BATCH_BYTES = 4_000_000;
const BULK_BATCHES_PER_SECOND = 10;
const BULK_BATCH_SIZE = 500;
const SHARE_WHILE_FED = 0.1;

export const relayPace = (
  priority: EventPriority,
  { batchSize = BATCH_SIZE, bulkPerSecond = DEFAULT_BULK_PER_SECOND }: PaceOptions,
  timing: RelayTiming,
): RelayPace => (priority === 'live' ? livePace(batchSize, timing) : bulkPace(bulkPerSecond));

/**
 * Lets events gather: each batch costs the broker and every consumer the same, however few events it has. The pause
 * grows with the rate of events (see `gatherFor`), not with the batch: events that something held up are no reason to
 * hold up those after them.
 */
const livePace = (batchSize: number, timing: RelayTiming): RelayPace => {
  const rate = new EventRate();
  return {
    limits: { events: batchSize, bytes: BATCH_BYTES },
    restMs: ({ events, startedAt }) => {
      const perMs = rate.note(events, startedAt);
      return events < batchSize ? gatherFor(perMs, timing) : 0;
    },
    mostIn: () => Infinity,
  };
};

/**
 * In small batches, as a live one waits for the batch that is being sent. While more comes in, who writes it needs the
 * processor that consumers would take.
 */
const bulkPace = (perSecond: number): RelayPace => ({
  limits: {
    events: Math.min(Math.max(1, Math.floor(perSecond / BULK_BATCHES_PER_SECOND)), BULK_BATCH_SIZE),
    bytes: BATCH_BYTES,
  },
  restMs: ({ events, isFed }) => (events * 1_000) / (isFed ? perSecond * SHARE_WHILE_FED : perSecond),
  mostIn: (ms) => Math.max(1, Math.ceil((perSecond * ms) / 1_000)),
});
