import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Sessions } from './sessions.js';

/** How long what lasts may go on after its session has ended on another copy of the gateway. */
const EVERY_MS = 5_000;

/**
 * Ends what lasts longer than a request, such as a stream of events, when the session that asked for it has ended: one
 * query every few seconds for all of them, and none while there are none.
 */
@Injectable()
export class SessionEnds implements OnModuleDestroy {
  private readonly waiting = new Map<string, Set<() => void>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly sessions: Sessions) {}

  /** Calls `onEnd` once the session with this hash is over. Returns what stops the watch. */
  watch(hash: string, onEnd: () => void): () => void {
    const waiting = this.waiting.get(hash) ?? new Set();
    this.waiting.set(hash, waiting.add(onEnd));
    this.timer ??= setInterval(() => void this.endOver(), EVERY_MS).unref();
    return () => this.stop(hash, onEnd);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private stop(hash: string, onEnd: () => void): void {
    const waiting = this.waiting.get(hash);
    waiting?.delete(onEnd);
    if (waiting?.size === 0) this.waiting.delete(hash);
    if (this.waiting.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /**
   * Ends what waits for sessions that are over. While the database is away nobody is cut off: whether a session has
   * ended is not known then.
   */
  async endOver(): Promise<void> {
    const hashes = [...this.waiting.keys()];
    const standing = await this.sessions.standing(hashes).catch(() => null);
    if (!standing) return;
    for (const hash of hashes) if (!standing.has(hash)) for (const onEnd of this.waiting.get(hash) ?? []) onEnd();
  }
}
