import type { Dispatcher } from 'undici';
import type { AccountLookUps } from './account-look-ups.js';
import { type AttemptErrorCode, attemptErrorOf } from './attempt-error.js';
import { readSome } from './read-some.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Its beginning, as text. */
  readonly body: string;
}

/** What came of a request: an answer, or why there is none. */
export type Outcome = (
  { readonly answer: Answer; readonly error: null } | { readonly answer: null; readonly error: AttemptErrorCode }
) & {
  /** Until the answer's head was there, or the request failed. */
  readonly durationMs: number;
};

/** How long and how much a receiver may answer. */
export interface AnswerLimits {
  readonly headMs: number;
  readonly bodyMs: number;
  readonly bodyBytes: number;
}

export interface ReceiverRequest {
  /** Whose endpoint it is. */
  readonly accountId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts to receivers. Never rejects but when `cancelled` aborts. */
export class ReceiverClient {
  constructor(
    private readonly agent: Dispatcher,
    private readonly names: AccountLookUps,
    private readonly limits: AnswerLimits,
  ) {}

  async post({ accountId, url, headers, body }: ReceiverRequest, cancelled: AbortSignal): Promise<Outcome> {
    const startedAt = performance.now();
    const ending = new AbortController();
    const end = (): void => ending.abort();
    const timer = setTimeout(end, this.limits.headMs);
    cancelled.addEventListener('abort', end, { once: true });
    try {
      const { origin, hostname, pathname, search } = new URL(url);
      await this.names.prepare(hostname, accountId, ending.signal);
      const response = await this.agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers,
        body,
        signal: ending.signal,
      });
      const durationMs = performance.now() - startedAt;
      clearTimeout(timer);
      const text = await readSome(response.body, { maxBytes: this.limits.bodyBytes, maxMs: this.limits.bodyMs });
      return {
        answer: { status: response.statusCode, headers: flat(response.headers), body: text },
        error: null,
        durationMs,
      };
    } catch (error) {
      cancelled.throwIfAborted();
      return {
        answer: null,
        error: ending.signal.aborted ? 'timeout' : attemptErrorOf(error),
        durationMs: performance.now() - startedAt,
      };
    } finally {
      clearTimeout(timer);
      cancelled.removeEventListener('abort', end);
    }
  }

  /** Closes all connections. */
  close(): Promise<void> {
    return this.agent.destroy();
  }
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
