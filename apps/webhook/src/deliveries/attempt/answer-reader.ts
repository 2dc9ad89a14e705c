import type { Dispatcher } from 'undici';
import { type AttemptErrorCode, attemptErrorOf } from './attempt-error.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Its beginning, as text. */
  readonly body: string;
}

/** What came of a request: an answer, or why there is none. */
export type Outcome = (
  | { readonly answer: Answer; readonly error: null }
  | { readonly answer: null; readonly error: AttemptErrorCode }
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

/** Answers come in one or a few pieces. Each of so many costs a call and an object, however small it is. */
const MAX_PIECES = 1_000;
/** Answers such as 103 that precede the one that counts. */
const MAX_INTERIM = 10;
const SWITCHING_PROTOCOLS = 101;

interface Head extends Pick<Answer, 'status' | 'headers'> {
  readonly durationMs: number;
}

type Controller = Dispatcher.DispatchController;
type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Takes the answer to one request: its head, and the beginning of its body, which is what came within the limits. The
 * rest is dropped, and with it the connection. The time for the head runs from the beginning. It handles the events of
 * undici itself, as the streams of its `request` cost as much as the request.
 */
export class AnswerReader implements Dispatcher.DispatchHandler {
  /** Never rejects. */
  readonly outcome: Promise<Outcome>;
  private readonly startedAt = performance.now();
  private settle: (outcome: Outcome) => void = () => undefined;
  private isSettled = false;
  private ending: AbortController | undefined;
  private controller: Controller | undefined;
  private head: Head | undefined;
  private interim = 0;
  private readonly pieces: Buffer[] = [];
  private size = 0;
  private timer: NodeJS.Timeout;

  constructor(private readonly limits: AnswerLimits) {
    this.outcome = new Promise((resolve) => (this.settle = resolve));
    this.timer = setTimeout(() => this.cut(), limits.headMs);
  }

  /** Aborts when the request ends without an answer. Made when it is asked for, as hardly any request needs it. */
  signal(): AbortSignal {
    this.ending ??= new AbortController();
    return this.ending.signal;
  }

  /** Ends the request: with what has come of an answer, or as one that took too long. */
  cut(): void {
    if (this.isSettled) return;
    if (this.head) this.succeed(this.head);
    else this.fail('timeout');
    this.controller?.abort(new Error('The request has ended.'));
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.isSettled) controller.abort(new Error('The request has ended.'));
  }

  onResponseStart(controller: Controller, status: number, headers: RawHeaders): void {
    if (this.isSettled) return;
    if (status < 200) return this.passOver(controller, status);
    clearTimeout(this.timer);
    this.head = { status, headers: flat(headers), durationMs: this.elapsedMs() };
    this.timer = setTimeout(() => this.cut(), this.limits.bodyMs);
  }

  onResponseData(_: Controller, chunk: Buffer): void {
    if (this.isSettled) return;
    // A copy, as what was read from the socket would be kept with its smallest part.
    this.pieces.push(Buffer.from(chunk));
    this.size += chunk.length;
    if (this.size >= this.limits.bodyBytes || this.pieces.length >= MAX_PIECES) this.cut();
  }

  onResponseEnd(): void {
    if (this.head) this.succeed(this.head);
  }

  /** A body that breaks off has ended: its head was the answer. */
  onResponseError(_: Controller | undefined, error: unknown): void {
    if (this.head) this.succeed(this.head);
    else this.fail(attemptErrorOf(error));
  }

  /** No answer may follow a switch of protocols, which no request asks for, or a number that HTTP does not have. */
  private passOver(controller: Controller, status: number): void {
    this.interim += 1;
    if (status >= 100 && status !== SWITCHING_PROTOCOLS && this.interim <= MAX_INTERIM) return;
    this.fail('invalid_response');
    controller.abort(new Error('The answer does not begin.'));
  }

  private succeed({ durationMs, ...head }: Head): void {
    this.end({ answer: { ...head, body: this.text() }, error: null, durationMs });
  }

  private fail(error: AttemptErrorCode): void {
    this.end({ answer: null, error, durationMs: this.elapsedMs() });
    this.ending?.abort();
  }

  private end(outcome: Outcome): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.timer);
    this.settle(outcome);
  }

  private elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  private text(): string {
    if (this.size === 0) return '';
    const bytes = Buffer.concat(this.pieces).subarray(0, this.limits.bodyBytes);
    return cutTo(this.limits.bodyBytes, bytes.toString('utf8').replaceAll(CONTROLS, '\uFFFD'));
  }
}

/** NUL, which PostgreSQL cannot store, and others that text has no use for: JSON needs six bytes for each. */
const CONTROLS = /[\0-\u0008\u000B\u000C\u000E-\u001F]/g;

/** As much of a text as takes so many bytes in UTF-8: what U+FFFD stands for may have been shorter than it. */
const cutTo = (maxBytes: number, text: string): string =>
  Buffer.byteLength(text) <= maxBytes
    ? text
    : text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read);

/** `fromEntries` defines its properties: an assignment would lose a header that is called `__proto__`. */
const flat = (headers: RawHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
