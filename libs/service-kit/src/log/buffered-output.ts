import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const FLUSH_EVERY_MS = 100;
const FLUSH_AT_CHARS = 32_768;
const MAX_CHARS = 16_777_216;
const RETRY_MS = 10;
const GIVE_UP_MS = 1_000;

/**
 * Writes log lines to a file descriptor. Lines are gathered for up to `FLUSH_EVERY_MS` and written in the background.
 *
 * Guarantees: lines stay in order; `flush` calls back once every line before it is written; `flushSync` writes
 * everything before it returns, the lines of a background write that has not finished included (they may appear twice).
 * When the reader stalls, at most `MAX_CHARS` are kept in memory, further lines are dropped, and `flushSync` gives up
 * after `GIVE_UP_MS`, so that a service neither grows nor hangs.
 *
 * `pino.destination({ sync: false })` does not hold two of them. Its `flushSync` leaves out the chunk of an unfinished
 * background write, so a process that ends after a fatal error loses these lines. And it retries a full pipe without
 * limit, so such a process hangs for as long as the reader stalls; its `retryEAGAIN` can only turn that into an
 * exception inside the logger.
 */
export class BufferedOutput implements DestinationStream {
  private pending = '';
  private writing: Buffer | undefined;
  private readonly timer = setInterval(() => this.drain(), FLUSH_EVERY_MS).unref();

  constructor(private readonly fd: number) {}

  write(line: string): void {
    if (this.pending.length < MAX_CHARS) this.pending += line;
    if (this.pending.length >= FLUSH_AT_CHARS) this.drain();
  }

  /** Calls back once every line that was written before is out. */
  flush(done: () => void): void {
    this.drain();
    if (this.writing) setTimeout(() => this.flush(done), RETRY_MS);
    else done();
  }

  /** For the end of a process; pino calls it after each fatal line. */
  flushSync(): void {
    const deadline = Date.now() + GIVE_UP_MS;
    let rest = Buffer.concat([this.writing ?? Buffer.alloc(0), Buffer.from(this.pending)]);
    this.pending = '';
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.fd, rest));
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) return;
      }
    }
  }

  close(): void {
    clearInterval(this.timer);
    this.flushSync();
  }

  private drain(): void {
    if (this.writing || this.pending === '') return;
    const chunk = Buffer.from(this.pending);
    this.pending = '';
    this.writeOut(chunk);
  }

  private writeOut(chunk: Buffer): void {
    this.writing = chunk;
    write(this.fd, chunk, (error, written) => {
      if (isBusy(error)) {
        setTimeout(() => this.writeOut(chunk), RETRY_MS);
        return;
      }
      const rest = error ? Buffer.alloc(0) : chunk.subarray(written);
      if (rest.length > 0) return this.writeOut(rest);
      this.writing = undefined;
      if (this.pending.length >= FLUSH_AT_CHARS) this.drain();
    });
  }
}

/** Whether a pipe is full at the moment. */
const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';
