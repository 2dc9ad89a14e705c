import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import { prepared } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { type EventCodec, plainCodec } from './event-codec.js';
import type { EventRow } from './event-row.js';
import { saveSnapshots } from './save-snapshots.js';
import { SNAPSHOT_INTERVAL, type SnapshotOptions } from './snapshot-options.js';
import { type StreamTexts, streamTexts } from './stream-rows.sql.js';
import {
  type SnapshotDraft,
  type Step,
  type StreamRow,
  StreamWalk,
  type WalkRange,
  type WalkRules,
} from './stream-walk.js';

export interface StreamStatesOptions<S, E extends DomainEvent> {
  /** Default: `plainCodec`. */
  readonly codec?: EventCodec<E>;
  /** The state of a stream without events. */
  readonly initial: S;
  /** Pure. */
  evolve(state: S, event: RecordedEvent<E>): S;
  readonly snapshots: SnapshotOptions<S>;
}

/** Versions of a stream, both ends included. */
export interface VersionRange {
  readonly fromVersion: number;
  readonly toVersion: number;
}

const LAST_VERSION = 2_147_483_647;
/** Events that one statement answers, and so what is decoded at one go; at least an interval of each stream. */
const ROWS_AT_ONCE = 1_000;
/** Most streams are shorter than an interval. */
const STREAMS_AT_ONCE = 250;

/**
 * The states of streams, at a cost that does not grow with their versions: each is folded once from its nearest
 * snapshot in `stream_snapshots`. Loads write the snapshots, whenever they pass a multiple of the interval. A stream
 * that has none yet is folded from its beginning, in slices between which other work runs.
 */
export class StreamStates<S, E extends DomainEvent> {
  private readonly rules: WalkRules<S, E>;
  private readonly texts: StreamTexts;

  constructor(private readonly options: StreamStatesOptions<S, E>) {
    const { codec = plainCodec<E>(), initial, snapshots } = options;
    const { interval = SNAPSHOT_INTERVAL } = snapshots;
    const evolve = (state: S, event: RecordedEvent<E>) => options.evolve(state, event);
    this.rules = { codec, initial, evolve, interval };
    this.texts = streamTexts(codec, snapshots, interval);
  }

  /** The state of a stream as it stands; the initial one when there is no such stream. */
  async load(db: Queryable, streamId: string): Promise<S> {
    return this.one(db, streamId, { fromVersion: LAST_VERSION, toVersion: LAST_VERSION });
  }

  /**
   * The state of a stream as it was known at a time: everything up to the first event that occurred later. Clocks of
   * two processes may disagree, so that a later version carries an earlier time; the state never has a gap.
   */
  async loadAsOf(db: Queryable, streamId: string, asOf: Date): Promise<S> {
    return this.one(db, streamId, { fromVersion: LAST_VERSION, toVersion: LAST_VERSION, asOf });
  }

  /** The states of several streams by id; a stream that does not exist is left out. */
  async loadMany(db: Queryable, streamIds: readonly string[]): Promise<Map<string, S>> {
    const whole = { fromVersion: LAST_VERSION, toVersion: LAST_VERSION };
    const walks = await this.walkAll(db, new Map(streamIds.map((id) => [id, whole])));
    return new Map(walks.filter(({ version }) => version > 0).map(({ streamId, state }) => [streamId, state]));
  }

  /** The steps that these versions of each stream are, oldest first. */
  async steps(db: Queryable, ranges: ReadonlyMap<string, VersionRange>): Promise<Map<string, readonly Step<S, E>[]>> {
    const walks = await this.walkAll(db, ranges);
    return new Map(walks.map(({ streamId, steps }) => [streamId, steps]));
  }

  private async one(db: Queryable, streamId: string, range: WalkRange): Promise<S> {
    const [walk] = await this.walkAll(db, new Map([[streamId, range]]));
    return walk ? walk.state : this.options.initial;
  }

  private async walkAll(db: Queryable, ranges: ReadonlyMap<string, WalkRange>): Promise<StreamWalk<S, E>[]> {
    const walks = [...ranges].map(([streamId, range]) => new StreamWalk(streamId, range, this.rules));
    for (let at = 0; at < walks.length; at += STREAMS_AT_ONCE)
      await this.walk(db, walks.slice(at, at + STREAMS_AT_ONCE));
    return walks;
  }

  private async walk(db: Queryable, walks: readonly StreamWalk<S, E>[]): Promise<void> {
    let limit = this.firstLimit(walks);
    for (let left = walks; left.length > 0; left = left.filter(({ isOver }) => !isOver)) {
      const drafts = this.advance(left, await this.read(db, left, limit), limit);
      if (drafts.length > 0) await this.save(db, drafts);
      limit = Math.max(this.rules.interval, Math.min(limit * 2, Math.floor(ROWS_AT_ONCE / left.length)));
    }
  }

  /** Enough for what is wanted where there are snapshots; nobody knows how many events are not later than a time. */
  private firstLimit(walks: readonly StreamWalk<S, E>[]): number {
    const wanted = walks.map(({ range }) => range.toVersion - range.fromVersion + 1);
    return Math.max(
      this.rules.interval,
      Math.min(Math.max(...wanted) + this.rules.interval, Math.floor(ROWS_AT_ONCE / walks.length)),
    );
  }

  private async read(db: Queryable, walks: readonly StreamWalk<S, E>[], limit: number): Promise<readonly StreamRow[]> {
    const asOf = walks.find(({ range }) => range.asOf)?.range.asOf;
    const values = [
      walks.map(({ streamId }) => streamId),
      walks.map(({ version }) => version),
      walks.map(({ snapshotTo }) => snapshotTo),
      walks.map(({ range }) => range.toVersion),
      this.options.snapshots.schemaVersion,
      limit,
    ];
    const statement = asOf
      ? { text: this.texts.byTime, values: [...values, asOf] }
      : { text: this.texts.byVersion, values };
    return (await db.query<StreamRow>(prepared(statement))).rows;
  }

  /** Folds what was read; answers the snapshots that are due. */
  private advance(walks: readonly StreamWalk<S, E>[], rows: readonly StreamRow[], limit: number): SnapshotDraft<S>[] {
    const byStream = new Map<string, StreamRow[]>(walks.map(({ streamId }) => [streamId, []]));
    for (const row of rows) byStream.get(row.stream_id)?.push(row);
    return walks.flatMap((walk) => {
      const own = byStream.get(walk.streamId) ?? [];
      const events = own.filter(isEvent);
      for (const row of own) if (!isEvent(row)) walk.resume(this.options.snapshots.decode(row.data), row);
      const drafts = events.map((row) => walk.take(row)).filter((draft) => draft !== undefined);
      if (events.length < limit) walk.isOver = true;
      return drafts;
    });
  }

  private async save(db: Queryable, drafts: readonly SnapshotDraft<S>[]): Promise<void> {
    const { snapshots } = this.options;
    try {
      await saveSnapshots(db, drafts, snapshots);
    } catch (error) {
      snapshots.onWriteFailed?.(error);
    }
  }
}

const isEvent = (row: StreamRow): row is StreamRow & EventRow => row.event_id !== null;
