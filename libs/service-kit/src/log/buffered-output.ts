import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const FLUSH_EVERY_MS = 100;
const FLUSH_AT_CHARS = 32_768;
const MAX_CHARS = 16_777_216;
const RETRY_MS = 10;
const GIVE_UP_MS = 1_000;

/**
 * Lines for a file descriptor, gathered for up to 100 ms and written in the background: a line costs the request that
 * logs it well under a microsecond. When the reader stalls, lines over 16 MB are dropped rather than the service
 * stopped.
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

  /** Calls back once all that was written before is out. */
  flush(done: () => void): void {
    this.drain();
    if (this.writing) setTimeout(() => this.flush(done), RETRY_MS);
    else done();
  }

  /**
   * Writes all at once, for the last words of a process (pino calls it after each fatal line); a line on its way may
   * come twice.
   */
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

/** A pipe that takes nothing more just now. */
const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';
