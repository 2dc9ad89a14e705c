import { Pool } from 'undici';

const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 5_000;
const MAX_REQUESTS = 1_024;

/** One process of a service. A copy that failed is left alone for a while: 250 ms, then doubling up to 5 s. */
export class UpstreamCopy {
  readonly pool: Pool;
  /** Requests that it is working on; answers that have begun are none any more. */
  running = 0;
  private failures = 0;
  private restsUntil = 0;

  constructor(readonly origin: string) {
    this.pool = new Pool(origin, {
      // No limit here: what undici queues beyond it is forgotten when connections are refused. `isFull` is the limit.
      connections: null,
      pipelining: 1,
      connectTimeout: 1_000,
      // Each exchange has a deadline of its own.
      headersTimeout: 0,
      // Between two pieces of an answer.
      bodyTimeout: 30_000,
    });
  }

  /** A service that hangs must not use up the sockets that the others need. */
  get isFull(): boolean {
    return this.running >= MAX_REQUESTS;
  }

  isResting(now: number): boolean {
    return now < this.restsUntil;
  }

  /** It could not be reached, broke off, or took too long. Many requests that fail at the same time count once. */
  failed(now: number): void {
    if (this.isResting(now)) return;
    this.restsUntil = now + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** this.failures);
    this.failures += 1;
  }

  answered(): void {
    this.failures = 0;
    this.restsUntil = 0;
  }
}
