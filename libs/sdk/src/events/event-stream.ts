import { chunksOf } from '../runtime/chunks.js';
import { CatchDataError } from '../runtime/errors.js';
import { pause } from '../runtime/lifetime.js';
import type { RequestOptions } from '../runtime/options.js';
import { backOff } from '../runtime/retries.js';
import type { OpenAnswer } from '../runtime/transport.js';
import type { CatchDataEvent } from './event-types.js';
import { SseParser } from './sse-parser.js';

export interface StreamOptions extends Pick<RequestOptions, 'signal' | 'headers'> {
  /** The id of the last event that was handled: the stream goes on after it. Without it, it starts now. */
  readonly lastEventId?: string | undefined;
  /** How long a connection may be silent until it is taken for dead: 45,000 by default, three heartbeats. */
  readonly stallMs?: number | undefined;
  /** Called when the connection is there, and when it is lost, with the reason. */
  readonly onState?: ((state: 'open' | 'lost', reason?: unknown) => void) | undefined;
}

type Connect = (lastEventId: string, options: RequestOptions) => Promise<OpenAnswer>;

const STALL_MS = 45_000;

/**
 * Events as they happen, over as many connections as it takes: after a break it goes on behind the last event. Ends
 * when the loop that reads it is left or its signal is aborted, and fails with what trying again cannot mend: with
 * status 410 the last event is not in the feed any more.
 */
export class EventStream implements AsyncIterable<CatchDataEvent> {
  /** The id to go on from, in a later stream. */
  lastEventId: string;

  constructor(
    private readonly connect: Connect,
    private readonly options: StreamOptions,
  ) {
    this.lastEventId = options.lastEventId ?? '';
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<CatchDataEvent, void, undefined> {
    const { signal, onState } = this.options;
    for (let failures = 0; ; failures++) {
      let askedMs: number | undefined;
      try {
        for await (const event of this.connection((ms) => (askedMs = ms))) {
          failures = 0;
          yield event;
        }
        onState?.('lost');
      } catch (error) {
        if (signal?.aborted || !(error instanceof CatchDataError && error.retryable)) throw error;
        askedMs = error.retryAfterMs ?? askedMs;
        onState?.('lost', error);
      }
      await pause(Math.max(askedMs ?? 0, backOff(failures)), signal);
    }
  }

  /** The events of one connection. */
  private async *connection(onRetry: (ms: number) => void): AsyncGenerator<CatchDataEvent, void, undefined> {
    const { headers = {}, signal, onState, stallMs = STALL_MS } = this.options;
    const { response, lifetime } = await this.connect(this.lastEventId, { headers, signal, maxRetries: 0 });
    const parser = new SseParser(this.lastEventId);
    const decoder = new TextDecoder();
    onState?.('open');
    for await (const chunk of chunksOf(response.body, lifetime, stallMs, signal)) {
      for (const { id, data } of parser.push(decoder.decode(chunk, { stream: true }))) {
        this.lastEventId = id;
        yield JSON.parse(data) as CatchDataEvent;
      }
      // A stream begins with the id of the newest event before it: without it, what happens between a connection that
      // ends before its first event and the next one would be missed.
      this.lastEventId = parser.lastId;
      if (parser.retryMs !== undefined) onRetry(parser.retryMs);
    }
  }
}
