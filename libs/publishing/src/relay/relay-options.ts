import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import type { EventCodec, EventPriority } from '@cds/event-store';
import type pg from 'pg';
import type { StuckEvent } from './publish-attempts.js';

/** A pino logger fits. */
export interface RelayLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** For metrics: reported for each priority after each batch, and every `measureMs`. */
export interface RelayProgress {
  readonly priority: EventPriority;
  /** Whether this relay is the one that publishes. */
  readonly leading: boolean;
  /** Events published and checkpointed since the last report. */
  readonly published: number;
  /** Events that wait, counted up to 10,000; null when this report did not count them, as on each stand-by. */
  readonly pending: number | null;
  /** Milliseconds since the oldest waiting event occurred; null when none waits or none was counted. */
  readonly oldestPendingMs: number | null;
  /** The event that cannot be published and holds up the others; null when there is none. */
  readonly stuck: StuckEvent | null;
}

/** All in milliseconds. */
export interface RelayTiming {
  /** How often an idle leader looks without having been woken. */
  readonly idlePollMs: number;
  /** Shortest time from one batch that was not full to the next; an event after a longer rest does not wait for it. */
  readonly gatherMs: number;
  /** The same on a busy log. */
  readonly gatherMaxMs: number;
  /** How often a stand-by tries to take over. */
  readonly standbyPollMs: number;
  /** First and longest wait after a failure; doubles in between, with jitter. */
  readonly retryMinMs: number;
  readonly retryMaxMs: number;
  /** How often waiting events are counted. */
  readonly measureMs: number;
  /** How long a batch in flight may go on once the relay is to stop. */
  readonly stopPatienceMs: number;
}

export interface EventRelayOptions<E extends DomainEvent> {
  /** How to reach the server itself: neither lock nor LISTEN survives a transaction pooler. */
  readonly connection: pg.ClientConfig;
  /** One relay of this name is active per database: lower case, digits and _ - only. */
  readonly name: string;
  readonly codec?: EventCodec<E>;
  /** Most live events per read and per call of `publish`; default `BATCH_SIZE` of `relay-pace.ts`. */
  readonly batchSize?: number;
  /**
   * Most bulk events a second, default `DEFAULT_BULK_PER_SECOND`; while they are written faster, `SHARE_WHILE_FED` of
   * it. Consumers read a topic in its order: what comes faster than they handle it delays the live events behind it.
   */
  readonly bulkPerSecond?: number;
  /**
   * Resolves once all these events are safe. When it rejects, it is called again with events from the first of these
   * on; after some failures with fewer of them, so that one event which cannot be published is found. Each priority
   * waits for its own calls alone.
   */
  readonly publish: (events: readonly RecordedEvent<E>[]) => Promise<void>;
  readonly logger: RelayLogger;
  readonly onProgress?: (progress: RelayProgress) => void;
  /** The relay can neither lead nor stand by, and tries again later. */
  readonly onFailure?: (error: unknown) => void;
  readonly timing?: Partial<RelayTiming>;
}

export const DEFAULT_BULK_PER_SECOND = 1_000;

export const DEFAULT_TIMING: RelayTiming = {
  idlePollMs: 2_000,
  gatherMs: 5,
  gatherMaxMs: 400,
  standbyPollMs: 500,
  retryMinMs: 100,
  retryMaxMs: 2_000,
  measureMs: 5_000,
  stopPatienceMs: 3_000,
};
