import { type AnswerInfo, infoOf, remember } from './answers.js';
import { anonymous, type Authenticator } from './authenticator.js';
import { CatchDataError } from './errors.js';
import { connectionError, failureOf, timeoutError } from './failures.js';
import { Lifetime, pause } from './lifetime.js';
import type { ClientOptions, HeaderValues, RequestOptions } from './options.js';
import type { HttpRequest } from './request.js';
import { retryDelay } from './retries.js';
import { preparedBody } from './upload.js';

export interface Settings {
  readonly baseUrl: string;
  readonly fetch: NonNullable<ClientOptions['fetch']>;
  readonly headers: () => HeaderValues | Promise<HeaderValues>;
  readonly credentials?: ClientOptions['credentials'];
  readonly timeoutMs?: number;
  readonly deadlineMs?: number;
  readonly maxRetries: number;
  readonly authenticator: Authenticator;
}

/** A whole answer. */
export interface Answer {
  readonly value: unknown;
  readonly info: AnswerInfo;
  /** How many tries came before it. */
  readonly retries: number;
}

/** An answer whose body is still to be read. `lifetime` must be ended when it has been. */
export interface OpenAnswer {
  readonly response: Response;
  readonly lifetime: Lifetime;
  readonly retries: number;
}

type Read<T> = (response: Response, lifetime: Lifetime, retries: number) => Promise<T>;

/** Sends requests, each within its time and as often as its failures allow. */
export class Transport {
  constructor(readonly settings: Settings) {}

  /** Reads the whole answer: within the time-out of its try. */
  send(request: HttpRequest, options: RequestOptions = {}): Promise<Answer> {
    return this.withRetries(request, options, async (response, lifetime, retries) => {
      const info = infoOf(response);
      const value = await valueOf(response);
      lifetime.end();
      remember(value, info);
      return { value, info, retries };
    });
  }

  /** Returns when the head of the answer is there; the time-out ends with it. */
  open(request: HttpRequest, options: RequestOptions = {}): Promise<OpenAnswer> {
    return this.withRetries(request, options, (response, lifetime, retries) => {
      lifetime.limit(Infinity);
      return Promise.resolve({ response, lifetime, retries });
    });
  }

  private async withRetries<T>(request: HttpRequest, options: RequestOptions, read: Read<T>): Promise<T> {
    const { settings } = this;
    const { deadlineMs = settings.deadlineMs ?? limitsOf(request)[1], maxRetries = settings.maxRetries } = options;
    const deadline = performance.now() + (deadlineMs || Infinity);
    const authenticator = request.authenticated === false ? anonymous : settings.authenticator;
    for (let retries = 0, renewed = false; ;) {
      // Tokens are asked for with retries of their own.
      const sent = { ...request, headers: { ...(await authenticator.headers(options.signal)), ...request.headers } };
      try {
        return await this.attempt(sent, options, deadline, (response, lifetime) => read(response, lifetime, retries));
      } catch (failure) {
        if (!renewed && isStatus(failure, 401) && (await authenticator.renew(options.signal))) {
          renewed = true;
          continue;
        }
        if (retries > 0 && request.goneIsDone && isStatus(failure, 404, 410)) return undefined as T;
        const delay = retries < maxRetries ? retryDelay(failure, request, retries) : null;
        if (delay === null || performance.now() + delay >= deadline) throw afterRetries(failure, request, retries);
        await pause(delay, options.signal);
        retries++;
      }
    }
  }

  private async attempt<T>(
    request: HttpRequest,
    options: RequestOptions,
    deadline: number,
    read: (response: Response, lifetime: Lifetime) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs = this.settings.timeoutMs ?? limitsOf(request)[0], signal } = options;
    const ms = Math.min(timeoutMs || Infinity, deadline - performance.now());
    const lifetime = new Lifetime(signal);
    try {
      lifetime.signal.throwIfAborted();
      lifetime.limit(ms, () => timeoutError(Math.round(ms)));
      const response = await this.fetch(request, options, lifetime.signal);
      if (!response.ok) throw await failureOf(response);
      return await read(response, lifetime);
    } catch (error) {
      lifetime.end();
      throw connectionError(lifetime.signal.aborted ? lifetime.signal.reason : error, signal);
    }
  }

  private async fetch(request: HttpRequest, options: RequestOptions, signal: AbortSignal): Promise<Response> {
    const { settings } = this;
    const { method, path, body } = request;
    const headers = new Headers();
    const sets = [await settings.headers(), request.headers, options.headers ?? {}];
    for (const [name, value] of sets.flatMap((set) => Object.entries(set)))
      if (value !== undefined) headers.set(name, value);
    // `fetch` as a method of an object is refused by browsers and workers.
    const { send, init, contentType } = await preparedBody(body, settings.fetch, request.onProgress);
    if (contentType !== undefined) headers.set('content-type', contentType);
    return send(settings.baseUrl + path, { method, headers, signal, ...init, ...withCredentials(settings) });
  }
}

/** How long a try, and all of them, may take where nobody says: the service takes an hour for a large file at most. */
const limitsOf = ({ isLong }: HttpRequest) => (isLong ? [3_600_000, 7_200_000] : [60_000, 300_000]) as [number, number];

const isStatus = (failure: unknown, ...statuses: readonly number[]): boolean =>
  failure instanceof CatchDataError && statuses.includes(failure.status ?? 0);

/** Left out unless it is chosen: some runtimes refuse the member itself. */
const withCredentials = ({ credentials }: Settings): RequestInit => (credentials ? { credentials } : {});

const valueOf = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const detail = `The answer is not JSON but ${response.headers.get('content-type') ?? 'of no kind'}: check baseUrl.`;
    throw new CatchDataError({ code: 'sdk.unexpected_answer', status: response.status, detail, cause });
  }
};

/** A stale tag after a lost answer may be the work of an earlier try of the same change. */
const afterRetries = (failure: unknown, { method }: HttpRequest, retries: number): unknown => {
  if (retries > 0 && method !== 'POST' && isStatus(failure, 412))
    Object.assign(failure as CatchDataError, { mayHaveSucceeded: true });
  return failure;
};
