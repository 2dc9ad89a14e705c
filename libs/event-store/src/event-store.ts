import { AppError } from '@cds/errors';
import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import type pg from 'pg';
import type { AppendContext, BeginContext, StreamAppend } from './append-context.js';
import { addedRows, appendStatement, appendWrite, isAppendConflict } from './append-write.js';
import {
  asStatement,
  type BuildWrites,
  type BulkWrite,
  GroupCommit,
  type StatementRunner,
  prepared,
} from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { type EventCodec, plainCodec } from './event-codec.js';
import { type EventRow, toRecordedEvent } from './event-row.js';
import { copyFirstEvents, type FirstEvent, firstEvent } from './first-events.js';
import { loadText } from './load-statement.js';

/** Which events of a stream: bounds are inclusive, versions count from 1. */
export interface LoadOptions {
  readonly fromVersion?: number;
  readonly toVersion?: number;
}

export interface EventStoreOptions<E extends DomainEvent> {
  readonly newEventId: () => string;
  /** Default: `plainCodec`. */
  readonly codec?: EventCodec<E>;
}

/** Where a stream ends. */
export interface StreamHead {
  readonly version: number;
  /** The type of its last event. */
  readonly type: string;
}

const HEAD = 'SELECT version, type FROM events WHERE stream_id = $1 ORDER BY version DESC LIMIT 1';

const LAST_VERSION = 2_147_483_647;

/**
 * Appends to and loads from the table `events` of a service. Holds no state: one for all streams of one kind is enough.
 */
export class EventStore<E extends DomainEvent> {
  private readonly newEventId: () => string;
  private readonly codec: EventCodec<E>;
  private readonly loadText: string;

  constructor({ newEventId, codec = plainCodec<E>() }: EventStoreOptions<E>) {
    this.newEventId = newEventId;
    this.codec = codec;
    this.loadText = loadText(codec);
  }

  /**
   * Appends all events or none, in one round trip, and answers them as recorded; no events, no round trip.
   * `alongside` adds writes that depend on them to the same statement: on a pool, event and read model are one commit
   * without BEGIN and COMMIT. On a `GroupCommit` they share it with those of other requests. A function as the
   * `context` is called when the statement is about to be sent, and called again if it has to be sent again.
   *
   * Fails with `AppError` conflict `resource.conflict` when the stream is not at `expectedVersion`: ahead of it or
   * behind;
   * 0 means that it must not exist. A transaction around it is then aborted, as after any failed statement.
   */
  async append(
    db: StatementRunner | GroupCommit,
    streamId: string,
    expectedVersion: number,
    events: readonly E[],
    context: AppendContext | (() => AppendContext),
    alongside: (recorded: readonly RecordedEvent<E>[]) => readonly BulkWrite[] = () => [],
  ): Promise<RecordedEvent<E>[]> {
    let recorded: RecordedEvent<E>[] = [];
    if (events.length === 0) return recorded;
    const build = (): BulkWrite[] => {
      const now = typeof context === 'function' ? context() : context;
      recorded = this.recorded(streamId, expectedVersion, events, now);
      return [appendWrite(expectedVersion, recorded, this.codec), ...alongside(recorded)];
    };
    try {
      await write(db, streamId, build);
    } catch (error) {
      throw isAppendConflict(error) ? conflict(streamId, expectedVersion, error) : error;
    }
    return recorded;
  }

  /**
   * Appends to many streams in one statement, all or nothing. No stream may occur twice. Fails with
   * `resource.conflict` when one of them is not at the version expected of it.
   */
  async appendAll(db: StatementRunner, appends: readonly StreamAppend<E>[]): Promise<void> {
    const rows = appends.flatMap(({ streamId, expectedVersion, events, context }) =>
      addedRows(expectedVersion, this.recorded(streamId, expectedVersion, events, context), this.codec),
    );
    if (rows.length === 0) return;
    try {
      await db.query(prepared(appendStatement(rows)));
    } catch (error) {
      throw isAppendConflict(error) ? conflict(`one of ${appends.length} streams`, 0, error) : error;
    }
  }

  /** The first event of a stream, ready for `begin`: all of it but its time and what it shares with others. */
  first(streamId: string, event: E): FirstEvent {
    return firstEvent(streamId, this.newEventId(), event, this.codec);
  }

  /**
   * Begins many streams with one event each, in a transaction: all or none. `alongside` is one statement more.
   * Fails with `resource.conflict` when one of them exists.
   */
  async begin(
    tx: pg.PoolClient,
    events: readonly FirstEvent[],
    context: BeginContext,
    alongside: readonly BulkWrite[] = [],
  ): Promise<void> {
    try {
      await copyFirstEvents(tx, events, context);
    } catch (error) {
      throw isAppendConflict(error) ? conflict(`one of ${events.length} new streams`, 0, error) : error;
    }
    const statement = asStatement(alongside);
    if (statement) await tx.query(prepared(statement));
  }

  /**
   * The stream's events, oldest first; none when there is no such stream. One round trip by primary key. What needs a
   * state and not the events themselves loads it from `StreamStates`.
   */
  async load(db: Queryable, streamId: string, options: LoadOptions = {}): Promise<RecordedEvent<E>[]> {
    const { fromVersion = 1, toVersion = LAST_VERSION } = options;
    const { rows } = await db.query<EventRow>(
      prepared({ text: this.loadText, values: [streamId, fromVersion, toVersion] }),
    );
    return rows.map((row) => toRecordedEvent(row, this.codec));
  }

  /** The last event of a stream; undefined when there is no such stream. Versions have no gaps, so it counts them. */
  async head(db: Queryable, streamId: string): Promise<StreamHead | undefined> {
    return (await db.query<StreamHead>(prepared({ text: HEAD, values: [streamId] }))).rows[0];
  }

  private recorded(
    streamId: string,
    expectedVersion: number,
    events: readonly E[],
    context: AppendContext,
  ): RecordedEvent<E>[] {
    return events.map((event, index) =>
      this.record(event, streamId, expectedVersion + 1 + index, {
        ...context,
        traceparent: context.traceparents?.[index] ?? context.traceparent,
        occurredAt: context.times?.[index] ?? context.occurredAt,
      }),
    );
  }

  private record(event: E, streamId: string, version: number, context: AppendContext): RecordedEvent<E> {
    const { occurredAt, actor, requestId, traceparent } = context;
    return {
      ...event,
      metadata: { eventId: this.newEventId(), streamId, version, occurredAt, actor, requestId, traceparent },
    };
  }
}

const write = async (db: StatementRunner | GroupCommit, streamId: string, build: BuildWrites): Promise<void> => {
  if (db instanceof GroupCommit) return db.commit(streamId, build);
  const statement = asStatement(build());
  if (statement) await db.query(prepared(statement));
};

const conflict = (streamId: string, expectedVersion: number, cause: unknown): AppError =>
  new AppError({
    code: 'resource.conflict',
    kind: 'conflict',
    message: 'Another request changed this at the same moment.',
    detail: { streamId, expectedVersion },
    cause,
  });
