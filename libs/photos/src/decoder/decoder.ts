import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { photosBusy, photoUnreadable } from '../upload.errors.js';
import type { DecoderMessage, PictureJob, PictureOutcome } from './decoder-messages.js';

/** A process runs what was built, also where this module is loaded from its source. */
const PROGRAM = join(import.meta.dirname, '..', '..', 'dist', 'decoder', 'decoder-main.js');
const LAST_WORDS = 1_000;
/** glibc would keep a pool of memory for each thread, and so a third more. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };
const NOBODY_WAITS = (_outcome: PictureOutcome | Error): void => undefined;

/**
 * A process of its own that decodes what strangers send: a decoder that crashes, hangs or takes too much memory ends
 * with its picture, and the service goes on. It gets none of the service's environment, and so none of its secrets.
 */
export class Decoder {
  private isReady = false;
  private hasEnded = false;
  private lastWords = '';
  private settle = NOBODY_WAITS;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (message: DecoderMessage) => {
      if (message === 'ready') this.isReady = true;
      else this.settle(message);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.lastWords = `${this.lastWords}${text}`.slice(-LAST_WORDS);
    });
    child.once('close', (code, signal) => this.ended(this.endedBy(code, signal)));
    child.on('error', (error) => this.ended(photosBusy(error)));
  }

  static start(): Decoder {
    const child = fork(PROGRAM, [], {
      // A session of its own: signals of a terminal do not reach it, and its priority counts for the whole machine.
      detached: true,
      env: ENVIRONMENT,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    return new Decoder(child);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get isRunning(): boolean {
    return !this.hasEnded && this.child.connected;
  }

  /**
   * What becomes of a picture. Fails with `photo.unreadable` when the decoder crashes at it, and with
   * `service.unavailable` when it takes longer than `deadlineMs`, which ends the decoder, or when something else ended
   * the decoder. One picture at a time.
   */
  decode(job: PictureJob, deadlineMs: number): Promise<PictureOutcome> {
    return new Promise<PictureOutcome>((resolve, reject) => {
      const deadline = setTimeout(() => {
        this.end();
        this.settle(photosBusy(new Error(`the decoder took longer than ${deadlineMs} ms`)));
      }, deadlineMs);
      this.settle = (outcome) => {
        // Kept, it would keep the file in memory.
        this.settle = NOBODY_WAITS;
        clearTimeout(deadline);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
      // Where nothing can be sent to it, it says how it ended, or why it was not started.
      if (this.child.connected) this.child.send(job, () => undefined);
    });
  }

  end(): void {
    this.hasEnded = true;
    this.child.kill('SIGKILL');
  }

  private ended(error: Error): void {
    this.hasEnded = true;
    this.settle(error);
  }

  /** Only SIGKILL comes from outside: from the system when memory runs out, or from a person. All else is a crash. */
  private endedBy(code: number | null, signal: NodeJS.Signals | null): Error {
    const cause = new Error(`the decoder ended by ${signal ?? `code ${code}`}: ${this.lastWords}`);
    if (signal === 'SIGKILL') return photosBusy(cause);
    return this.isReady ? photoUnreadable(cause) : cause;
  }
}
