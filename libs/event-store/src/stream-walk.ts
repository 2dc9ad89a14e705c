import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import type { EventCodec } from './event-codec.js';
import { type EventRow, toRecordedEvent } from './event-row.js';

/** What one event made of a stream. */
export interface Step<S, E extends DomainEvent> {
  readonly before: S;
  readonly event: RecordedEvent<E>;
  readonly after: S;
}

/** Which part of a stream is wanted. */
export interface WalkRange {
  /** The first version whose step is kept. */
  readonly fromVersion: number;
  readonly toVersion: number;
  /** The walk ends before the first event that occurred later. */
  readonly asOf?: Date | undefined;
}

/** A snapshot, or an event where `event_id` is there. */
export interface StreamRow extends Omit<EventRow, 'event_id' | 'type' | 'metadata'> {
  readonly event_id: string | null;
  readonly type: string | null;
  readonly metadata: EventRow['metadata'] | null;
  readonly person_ids: readonly (string | null)[];
  /** Whether the state at this version is kept already. */
  readonly has_snapshot: boolean;
}

/** A state that is to be kept, with all that its row needs. */
export interface SnapshotDraft<S> {
  readonly streamId: string;
  readonly version: number;
  readonly state: S;
  readonly personIds: readonly string[];
  readonly occurredTo: Date;
}

export interface WalkRules<S, E extends DomainEvent> {
  readonly codec: EventCodec<E>;
  readonly initial: S;
  evolve(state: S, event: RecordedEvent<E>): S;
  readonly interval: number;
}

/** One stream's way from a snapshot, or from its beginning, to the last version that is wanted. */
export class StreamWalk<S, E extends DomainEvent> {
  state: S;
  /** The version of `state`; 0 before the first event. */
  version = 0;
  isOver = false;
  readonly steps: Step<S, E>[] = [];
  private personIds: ReadonlySet<string> = new Set();
  private occurredTo = new Date(0);

  constructor(
    readonly streamId: string,
    readonly range: WalkRange,
    private readonly rules: WalkRules<S, E>,
  ) {
    this.state = rules.initial;
  }

  /** The last version of which a snapshot may be used. */
  get snapshotTo(): number {
    return Math.min(this.range.fromVersion - 1, this.range.toVersion);
  }

  /** Goes on from a snapshot of this stream. */
  resume(state: S, { version, person_ids: personIds, occurred_at: occurredTo }: StreamRow): void {
    this.state = state;
    this.version = version;
    this.personIds = new Set(personIds.filter((id) => id !== null));
    this.occurredTo = occurredTo;
  }

  /** Takes the next event; answers a snapshot that is due. */
  take(row: StreamRow & EventRow): SnapshotDraft<S> | undefined {
    const { asOf, fromVersion } = this.range;
    if (asOf && row.occurred_at > asOf) this.isOver = true;
    if (this.isOver) return undefined;
    const before = this.state;
    const event = toRecordedEvent(row, this.rules.codec);
    this.state = this.rules.evolve(before, event);
    this.version = row.version;
    if (row.version >= fromVersion) this.steps.push({ before, event, after: this.state });
    this.remember(row);
    const isDue = this.version % this.rules.interval === 0 && !row.has_snapshot;
    return isDue ? this.draft() : undefined;
  }

  private remember({ personal, person_ids: personIds, occurred_at: occurredAt }: StreamRow): void {
    if (occurredAt > this.occurredTo) this.occurredTo = occurredAt;
    if (personal === null) return;
    const added = personIds.filter((id) => id !== null && !this.personIds.has(id)) as string[];
    if (added.length > 0) this.personIds = new Set([...this.personIds, ...added]);
  }

  private draft(): SnapshotDraft<S> {
    const { streamId, version, state, occurredTo } = this;
    return { streamId, version, state, personIds: [...this.personIds], occurredTo };
  }
}
