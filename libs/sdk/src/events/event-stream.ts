import { CatchDataError } from '../runtime/errors.js';
import { connectionError } from '../runtime/failures.js';
import { type Lifetime, pause } from '../runtime/lifetime.js';
import type { RequestOptions } from '../runtime/options.js';
import { backOff } from '../runtime/retries.js';
import type { OpenAnswer } from '../runtime/transport.js';
import type { CatchDataEvent } from './event-types.js';
import { SseParser } from './sse-parser.js';

export interface StreamOptions extends Pick<RequestOptions, 'signal' | 'headers'> {
  /** The id of the last event that was handled: the stream goes on after it. Without it, it starts now. */
  readonly lastEventId?: string;
  /** How long a connection may be silent until it is taken for dead: 45,000 by default, three heartbeats. */
  readonly stallMs?: number;
  /** Told when the connection is there, and when it is lost, with the reason. */
  readonly onState?: (state: 'open' | 'lost', reason?: unknown) => void;
}

type Connect = (lastEventId: string, options: RequestOptions) => Promise<OpenAnswer>;

const STALL_MS = 45_000;

/**
 * Events as they happen, over as many connections as it takes: after a break it goes on behind the last event. Ends when
 * the loop that reads it is left or its signal is aborted, and fails with what trying again cannot mend: with status 410
 * the last event is not in the feed any more.
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
    const { headers = {}, signal, onState } = this.options;
    const { response, lifetime } = await this.connect(this.lastEventId, { headers, signal, maxRetries: 0 });
    const parser = new SseParser(this.lastEventId);
    try {
      onState?.('open');
      for await (const piece of this.pieces(response, lifetime)) {
        for (const { id, data } of parser.push(piece)) {
          this.lastEventId = id;
          yield JSON.parse(data) as CatchDataEvent;
        }
        if (parser.retryMs !== undefined) onRetry(parser.retryMs);
      }
    } finally {
      // The caller has left the loop, or the connection is over: nothing of it is to be read any more.
      lifetime.abort(undefined);
    }
  }

  /** What arrives, watched: a dead link raises no error by itself. */
  private async *pieces({ body }: Response, lifetime: Lifetime): AsyncGenerator<string, void, undefined> {
    const { stallMs = STALL_MS, signal } = this.options;
    const reader = body?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
    const watch = (): void => lifetime.limit(stallMs, () => stalled(stallMs));
    try {
      watch();
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
        watch();
        yield read.value;
      }
    } catch (error) {
      throw connectionError(lifetime.signal.aborted ? lifetime.signal.reason : error, signal);
    } finally {
      reader?.cancel().catch(() => undefined);
    }
  }
}

const stalled = (ms: number): CatchDataError =>
  new CatchDataError({ code: 'sdk.timeout', detail: `The stream was silent for ${ms} ms.`, retryable: true });
