import { moveHorizon, readHorizon } from '@cds/event-store';
import { POOL, READ_POOL, TurnsByKey } from '@cds/postgres';
import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import {
  eventsBetween,
  eventsSince,
  type FeedPosition,
  isAfter,
  MAX_EVENTS,
  placeBelow,
  settledHorizon,
} from '../feed-log.js';
import type { EventStream } from './event-stream.js';

/** How often it looks for events that other copies stored; what this copy stored wakes it. */
const POLL_MS = 250;
/** After a failure of the database. */
const REST_MS = 2_000;

/**
 * Reads what is new once for all streams of this process, in the order of the feed, and below the horizon: nothing that
 * is committed later comes before what was sent. Each stream reads up to there by itself first. It looks only while
 * there are streams.
 */
@Injectable()
export class FeedTail {
  private readonly streams = new Set<EventStream>();
  private readonly catching = new Set<EventStream>();
  /** Of an account's streams one reads at a time: what they lack may be all that there is. */
  private readonly turns = new TurnsByKey();
  /** Everything up to there was given to the streams that are live. */
  private reached: FeedPosition | undefined;
  private polling: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isWoken = false;
  private restsUntil = 0;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(READ_POOL) private readonly reads: pg.Pool,
    private readonly logger: ServiceLogger,
  ) {}

  /** From now on the stream gets what comes after its position. */
  async add(stream: EventStream): Promise<void> {
    this.streams.add(stream);
    stream.body.once('close', () => this.remove(stream));
    this.timer ??= setInterval(() => void this.poll(), POLL_MS);
    // What is being read at the moment may lack the events of the stream's account.
    await this.polling;
    await this.catchUp(stream);
  }

  /** This process stored events. */
  wake(): void {
    if (this.streams.size > 0) void this.poll();
  }

  /** Reads what the stream lacks, a part at a time as the client takes it, then lets it live. */
  async catchUp(stream: EventStream): Promise<void> {
    if (stream.isLive || this.catching.has(stream)) return;
    this.catching.add(stream);
    try {
      await this.begin();
      while (stream.hasRoom && !stream.isOver && !stream.isLive)
        await this.turns.run(stream.accountId, () => this.readOn(stream));
    } catch (error) {
      // The client connects again, and goes on where it is.
      this.logger.event('feed.read_failed', { err: error }, 'warn');
      stream.end();
    } finally {
      this.catching.delete(stream);
    }
  }

  /** The first stream gets what is new from now on; what it missed it reads by itself. */
  private async begin(): Promise<void> {
    if (this.reached) return;
    const place = placeBelow(await settledHorizon(this.pool));
    if (!this.reached) this.reached = place;
  }

  private async readOn(stream: EventStream): Promise<void> {
    const until = this.reached;
    if (!until || !isAfter(until, stream.position)) {
      stream.isLive = true;
      return;
    }
    const range = { after: stream.position, until };
    const events = await eventsBetween(this.reads, range, { accountId: stream.accountId, types: stream.typesTold });
    if (!stream.take(events) || events.length === MAX_EVENTS) return;
    if (isAfter(until, stream.position)) stream.position = until;
  }

  private remove(stream: EventStream): void {
    this.streams.delete(stream);
    if (this.streams.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.reached = undefined;
  }

  private async poll(): Promise<void> {
    if (performance.now() < this.restsUntil) return;
    this.isWoken = true;
    this.polling ??= this.readAll().finally(() => (this.polling = undefined));
    await this.polling;
  }

  private async readAll(): Promise<void> {
    try {
      while (this.isWoken && this.streams.size > 0) {
        this.isWoken = false;
        await this.readSome();
      }
    } catch (error) {
      this.logger.event('feed.poll_failed', { err: error }, 'warn');
      this.restsUntil = performance.now() + REST_MS;
    }
  }

  private async readSome(): Promise<void> {
    const after = this.reached;
    if (!after) return;
    const { horizon, isHeldBack } = await readHorizon(this.pool, 'webhook_events');
    const accounts = [...new Set([...this.streams].map(({ accountId }) => accountId))];
    const found = await eventsSince(this.pool, after, accounts);
    const events = found.filter(({ transactionId }) => transactionId < horizon);
    const end = found.length < MAX_EVENTS || events.length < found.length ? placeBelow(horizon) : events.at(-1);
    for (const stream of this.streams) if (stream.isLive) stream.isLive = stream.take(events);
    if (this.reached === after && end && isAfter(end, after)) this.reached = end;
    if (events.length === MAX_EVENTS) this.isWoken = true;
    if (events.length === found.length || isHeldBack) return;
    await moveHorizon(this.pool);
    this.isWoken = true;
  }
}
