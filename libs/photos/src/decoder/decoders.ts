import { Decoder } from './decoder.js';
import type { PictureJob, PictureOutcome } from './decoder-messages.js';

/** For one picture, all sizes together, and the start of its decoder. */
const DEADLINE_MS = 30_000;
/** A decoder at rest holds memory; to start one takes less time than a photo. */
const IDLE_MS = 30_000;

export interface DecodersOptions {
  readonly deadlineMs?: number;
  readonly idleMs?: number;
}

export interface DecoderProcess {
  readonly pid: number;
  readonly isAtWork: boolean;
}

/** Decoder processes, each started when a picture finds none at rest, and ended when it had none for a while. */
export class Decoders {
  private readonly running = new Set<Decoder>();
  private readonly idle = new Map<Decoder, NodeJS.Timeout>();

  constructor(private readonly options: DecodersOptions = {}) {}

  get processes(): readonly DecoderProcess[] {
    return [...this.running].flatMap((decoder) =>
      decoder.isRunning && decoder.pid !== undefined ? [{ pid: decoder.pid, isAtWork: !this.idle.has(decoder) }] : [],
    );
  }

  /** Fails as `Decoder.decode` does. Runs as many pictures at once as it is called for. */
  async decode(job: PictureJob): Promise<PictureOutcome> {
    const decoder = this.take();
    try {
      return await decoder.decode(job, this.options.deadlineMs ?? DEADLINE_MS);
    } finally {
      this.rest(decoder);
    }
  }

  /** Ends them all, whatever they do. */
  stop(): void {
    for (const decoder of this.running) this.end(decoder);
  }

  /** The one that rested least: so those that are not needed end. */
  private take(): Decoder {
    for (const [decoder, timer] of [...this.idle].reverse()) {
      clearTimeout(timer);
      this.idle.delete(decoder);
      if (decoder.isRunning) return decoder;
      this.running.delete(decoder);
    }
    const decoder = Decoder.start();
    this.running.add(decoder);
    return decoder;
  }

  private rest(decoder: Decoder): void {
    if (!decoder.isRunning) return void this.running.delete(decoder);
    this.idle.set(
      decoder,
      setTimeout(() => this.end(decoder), this.options.idleMs ?? IDLE_MS),
    );
  }

  private end(decoder: Decoder): void {
    clearTimeout(this.idle.get(decoder));
    this.idle.delete(decoder);
    this.running.delete(decoder);
    decoder.end();
  }
}
