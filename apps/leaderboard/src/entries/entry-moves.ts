import { BackgroundWork } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { EntryMover } from './move-entries/entry-mover.js';

const EVERY_MS = 1_000;

/** Moves entries in the background whenever catches have changed. */
@Injectable()
export class EntryMoves {
  private readonly task: ReturnType<BackgroundWork['recurring']>;
  /** Since when changes have waited that a run of this process could not bring to an end; null when none did. */
  private behindSince: number | null = null;

  constructor(mover: EntryMover, background: BackgroundWork, registry: Registry) {
    this.task = background.recurring({
      name: 'entry-moves',
      everyMs: EVERY_MS,
      jitter: true,
      run: async (signal) => {
        this.behindSince ??= performance.now();
        await mover.drain(() => signal.aborted);
        this.behindSince = null;
      },
    });
    const behindMs = (): number => (this.behindSince === null ? 0 : performance.now() - this.behindSince);
    new Gauge({
      name: 'cds_board_moves_behind_seconds',
      help: 'How long this process has been at it, or has failed, to apply all changes of catches that wait to boards',
      registers: [registry],
      collect() {
        this.set(behindMs() / 1_000);
      },
    });
  }

  /** Looks for changes now, and once more when it is already at it. */
  wake(): void {
    this.task.runSoon();
  }
}
