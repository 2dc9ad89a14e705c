import { Readable } from 'node:stream';
import { isAfter, type FeedPosition, type LoggedEvent } from '../feed-log.js';
import { FEED_TYPES } from '../feed-types.js';

export interface EventStreamOptions {
  readonly accountId: string;
  readonly types: readonly string[];
  /** Events are sent from here on. */
  readonly after: FeedPosition;
  /** The id of the newest event that is not sent, so that a client that got none yet resumes there. */
  readonly lastEventId: string | null;
  /** An event's data, as the client asked for it. */
  readonly textOf: (payload: string) => string;
  /** The client takes more: what it missed is to be read again. */
  readonly onRoom: (stream: EventStream) => void;
}

const IN_FEED: ReadonlySet<string> = new Set(FEED_TYPES);

/** Clients connect again so many milliseconds after their stream ends. */
const RECONNECT_MS = 1_000;
/** What waits for a client; beyond it nothing is added until the client takes some. */
const MAX_WAITING_BYTES = 16_384;

/**
 * What one client reads, as server-sent events. It holds no more than `MAX_WAITING_BYTES` and an event for a client
 * that reads slowly: from then on events pass it by, and it knows how far it has come.
 */
export class EventStream {
  readonly body: Readable;
  readonly openedAt = performance.now();
  /** Whether events are given to it as they come; else it reads on from its position first. */
  isLive = false;
  position: FeedPosition;
  /** Since when the client has taken nothing of what waits for it; null while there is room. */
  fullSince: number | null = null;
  /** Its client may still read what is left. */
  private isEnded = false;
  /** The id of the newest event of the account's feed that was passed over since one was sent. */
  private passedId: string | null = null;
  private readonly types: ReadonlySet<string>;

  constructor(private readonly options: EventStreamOptions) {
    this.position = options.after;
    this.types = new Set(options.types);
    this.body = new Readable({ highWaterMark: MAX_WAITING_BYTES, read: () => this.onRead() });
    const { lastEventId } = options;
    this.push(`retry: ${RECONNECT_MS}\n${lastEventId === null ? '' : `id: ${lastEventId}\n`}\n`);
  }

  get accountId(): string {
    return this.options.accountId;
  }

  get typesTold(): readonly string[] {
    return this.options.types;
  }

  get hasRoom(): boolean {
    return this.fullSince === null;
  }

  get isOver(): boolean {
    return this.isEnded || this.body.destroyed;
  }

  /** Sends those that it has not sent yet, in order, as far as there is room; returns whether all were sent. */
  take(events: readonly LoggedEvent[]): boolean {
    for (const event of events) {
      if (!isAfter(event, this.position)) continue;
      if (!this.hasRoom || this.isOver) return false;
      if (this.reads(event)) this.pass(event);
      this.position = { transactionId: event.transactionId, position: event.position };
    }
    return true;
  }

  /**
   * Keeps the connection while nothing happens. A client of a rare type learns how far it is: it would resume after its
   * last event, and could not any more once the feed no longer has that one.
   */
  beat(): void {
    if (!this.hasRoom || this.isOver) return;
    this.push(`: heartbeat\n${this.passedId === null ? '' : `id: ${this.passedId}\n`}\n`);
    this.passedId = null;
  }

  /** The client gets the end of the answer, and connects again. */
  end(): void {
    if (this.isOver) return;
    this.isEnded = true;
    this.body.push(null);
  }

  /** The connection is cut: the client does not take what it is sent. */
  cut(): void {
    this.body.destroy();
  }

  private pass(event: LoggedEvent): void {
    if (this.types.has(event.type)) {
      this.passedId = null;
      this.push(frameOf(event, this.options.textOf(event.payload)));
    } else if (IN_FEED.has(event.type)) this.passedId = event.id;
  }

  /** Whether the account reads it, by this stream or another one. */
  private reads({ accountId }: LoggedEvent): boolean {
    return accountId === null || accountId === this.accountId;
  }

  private push(text: string): void {
    if (!this.body.push(text)) this.fullSince ??= performance.now();
  }

  private onRead(): void {
    if (this.fullSince === null) return;
    this.fullSince = null;
    this.options.onRoom(this);
  }
}

const frameOf = ({ id, type }: LoggedEvent, text: string): string => `id: ${id}\nevent: ${type}\ndata: ${text}\n\n`;
