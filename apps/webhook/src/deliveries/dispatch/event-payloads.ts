import type pg from 'pg';
import { LRUCache } from 'lru-cache';
import { PAYLOADS } from './due-messages.sql.js';

/** What of an event is the same for each endpoint that gets it. */
export interface EventPayload {
  readonly payload: string;
  readonly traceparent: string | null;
}

type EventRow = EventPayload & { readonly id: string };

/** In characters: those of some thousand events. */
const MAX_KEPT = 8_000_000;
/** Far below the minute after which an erasure looks for the last time at what was being sent. */
const KEPT_MS = 5_000;

/** The payloads of stored events. The endpoints that get an event claim it soon after each other: it is read once. */
export class EventPayloads {
  private readonly kept: LRUCache<string, EventPayload>;

  /** `now` is in milliseconds of a monotonic clock. */
  constructor(
    private readonly pool: Pick<pg.Pool, 'query'>,
    now: () => number = () => performance.now(),
  ) {
    const sizeCalculation = ({ payload }: EventPayload): number => payload.length + 1;
    this.kept = new LRUCache({ maxSize: MAX_KEPT, sizeCalculation, ttl: KEPT_MS, perf: { now }, ttlResolution: 0 });
  }

  /** By the ids of the events; without those that are not kept any more. */
  async of(ids: Iterable<string>): Promise<ReadonlyMap<string, EventPayload>> {
    const found = new Map<string, EventPayload>();
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const known = this.kept.get(id);
      if (known) found.set(id, known);
      else missing.push(id);
    }
    for (const { id, ...event } of await this.read(missing)) {
      found.set(id, event);
      this.kept.set(id, event);
    }
    return found;
  }

  private async read(ids: readonly string[]): Promise<readonly EventRow[]> {
    if (ids.length === 0) return [];
    return (await this.pool.query<EventRow>(PAYLOADS, [ids])).rows;
  }
}
