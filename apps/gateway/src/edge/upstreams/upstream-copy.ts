import { Pool } from 'undici';

const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 5_000;
const MAX_REQUESTS = 1_024;
/** A copy that leaves takes no connections any more by then. */
const LEAVE_MS = 1_000;
/** Hardly any request takes longer; where one does, another copy may as well have the next ones. */
const SILENT_MS = 1_000;

/**
 * One process of a service. A copy that failed, or has answered nothing for a while although it was asked, is left
 * alone for 250 ms, then doubling up to 5 s. After that a single request tries it.
 */
export class UpstreamCopy {
  readonly pool: Pool;
  /** Requests that it is working on; answers that have begun are none any more. */
  running = 0;
  private failures = 0;
  private restsUntil = 0;
  private leavesUntil = 0;
  private unansweredSince: number | undefined;

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

  /** Finds out as well whether it has become silent: a process that is frozen still takes connections. */
  isResting(now: number): boolean {
    if (now < this.restsUntil || now < this.leavesUntil) return true;
    if (this.unansweredSince === undefined) return false;
    if (now - this.unansweredSince < SILENT_MS) return this.failures > 0;
    this.failed(now);
    return true;
  }

  begin(now: number): void {
    this.running += 1;
    this.unansweredSince ??= now;
  }

  /** The answer has begun, or will not come. */
  end(now: number): void {
    this.running -= 1;
    if (this.running === 0 && now - (this.unansweredSince ?? now) < SILENT_MS) this.unansweredSince = undefined;
  }

  /** It could not be reached, broke off, or took too long. Many requests that fail at the same time count once. */
  failed(now: number): void {
    if (now < this.restsUntil) return;
    this.restsUntil = now + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** this.failures);
    this.failures += 1;
    this.unansweredSince = undefined;
  }

  /**
   * It closes its connections after their answers, as it is about to stop: the others get the requests, so that none is
   * sent over a connection that is being closed.
   */
  leaves(now: number): void {
    this.leavesUntil = now + LEAVE_MS;
  }

  /** Call it after the `end` of the request that was answered. */
  answered(now: number): void {
    this.failures = 0;
    this.restsUntil = 0;
    this.unansweredSince = this.running > 0 ? now : undefined;
  }
}
