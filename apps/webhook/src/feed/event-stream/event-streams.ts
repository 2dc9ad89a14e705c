import type { Caller } from '@cds/identity';
import { POOL, READ_POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import type { StreamEventsQuery } from '../event-list/event-list.schemas.js';
import { feedEventText } from '../feed-event.js';
import { eventGone, streamsFull, tooManyStreams } from '../feed.errors.js';
import { type FeedPosition, newestSeen, placeBelow, placeOf, settledHorizon } from '../feed-log.js';
import { FEED_TYPES, feedTypesOf } from '../feed-types.js';
import { EventStream } from './event-stream.js';
import { OpenStreams } from './open-streams.store.js';
import { FeedTail } from './feed-tail.js';

/** Streams that an account may have open at all copies of the service. */
export const MAX_STREAMS_OF_ACCOUNT = 10;
/** Streams that all accounts may have open at this process. */
const MAX_STREAMS = 500;

const HEARTBEAT_MS = 15_000;
/** A client that takes nothing of what waits for it for so long is cut off. */
const PATIENCE_MS = 60_000;
/** A stream ends after so long, so that the client connects again and its credential is checked again. */
const LONGEST_MS = 15 * 60_000;

interface Start {
  readonly after: FeedPosition;
  readonly lastEventId: string | null;
}

/** The streams that are open at this process. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly open = new Set<EventStream>();
  private total = 0;
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(READ_POOL) private readonly reads: pg.Pool,
    private readonly tail: FeedTail,
    private readonly clock: Clock,
    private readonly all: OpenStreams,
  ) {}

  /** Clients of a service that stops connect again, to another copy. */
  onModuleDestroy(): void {
    this.isStopping = true;
    clearInterval(this.timer);
    for (const stream of this.open) stream.end();
  }

  /**
   * Opens a stream of what follows an event, or of what happens from now on. Fails with `event.gone` for an event that
   * the account's feed does not have, and with `limit.event_streams`.
   */
  async start({ accountId }: Caller, query: StreamEventsQuery, lastEventId: string | undefined): Promise<EventStream> {
    const id = await this.reserve(accountId);
    try {
      const types = feedTypesOf(query.type);
      const start = await (lastEventId === undefined ? this.now(accountId) : this.following(lastEventId, accountId));
      const stream = new EventStream({
        ...start,
        accountId,
        types,
        textOf: (payload) => feedEventText(payload, query),
        onRoom: (one) => void this.tail.catchUp(one),
      });
      this.register(stream, id);
      return stream;
    } catch (error) {
      this.release(id);
      throw error;
    }
  }

  private async now(accountId: string): Promise<Start> {
    const horizon = await settledHorizon(this.pool);
    const lastEventId = await newestSeen(this.reads, { accountId, types: FEED_TYPES, horizon, now: this.clock.now() });
    return { after: placeBelow(horizon), lastEventId };
  }

  private async following(id: string, accountId: string): Promise<Start> {
    const after = await placeOf(this.pool, { id, accountId, types: FEED_TYPES, now: this.clock.now() });
    if (!after) throw eventGone(id);
    return { after, lastEventId: null };
  }

  /** Takes a place of the account and of this process; the id of the place. */
  private async reserve(accountId: string): Promise<string> {
    if (this.total >= MAX_STREAMS || this.isStopping) throw streamsFull();
    this.total += 1;
    try {
      const id = await this.all.add(accountId, MAX_STREAMS_OF_ACCOUNT);
      if (id === undefined) throw tooManyStreams(MAX_STREAMS_OF_ACCOUNT);
      return id;
    } catch (error) {
      this.total -= 1;
      throw error;
    }
  }

  /** A place that is not given back now, as the database is away, expires. */
  private release(id: string): void {
    this.total -= 1;
    void this.all.remove(id).catch(() => undefined);
  }

  private register(stream: EventStream, id: string): void {
    this.open.add(stream);
    this.timer ??= setInterval(() => this.beat(), HEARTBEAT_MS).unref();
    stream.body.once('close', () => {
      this.open.delete(stream);
      this.release(id);
    });
    if (this.isStopping) stream.end();
    else void this.tail.add(stream);
  }

  private beat(): void {
    void this.all.renew().catch(() => undefined);
    const now = performance.now();
    for (const stream of this.open) {
      if (stream.fullSince !== null && now - stream.fullSince > PATIENCE_MS) stream.cut();
      else if (now - stream.openedAt > LONGEST_MS) stream.end();
      else stream.beat();
    }
  }
}
