import { BackgroundWork } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { EntryMover } from './move-entries/entry-mover.js';
import { Suspects } from './move-entries/suspects.store.js';

const EVERY_MS = 1_000;

class ChangesRefused extends Error {
  constructor(accounts: number) {
    super(`changes of ${accounts} accounts cannot be applied to boards: entry_moves.account_paused has the errors`);
  }
}

/** Moves entries in the background whenever catches have changed. */
@Injectable()
export class EntryMoves {
  private readonly task: ReturnType<BackgroundWork['recurring']>;
  /** Since when changes have waited that a run of this process could not bring to an end; null when none did. */
  private behindSince: number | null = null;
  private hasRetried = false;

  constructor(mover: EntryMover, suspects: Suspects, background: BackgroundWork, registry: Registry) {
    this.task = background.recurring({
      name: 'entry-moves',
      everyMs: EVERY_MS,
      jitter: true,
      run: async (signal) => {
        this.behindSince ??= performance.now();
        if (!this.hasRetried) await suspects.retryRefused();
        this.hasRetried = true;
        await mover.drain(() => signal.aborted);
        // One account may have a change that cannot be applied. If several have, it is hardly because of them.
        if (mover.refusedAccounts > 1) throw new ChangesRefused(mover.refusedAccounts);
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
