import { within } from '@cds/errors';
import { POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { awaitWriter } from '../rankings/writer-lock.js';

/** All moves of an older time are committed: no batch takes so long. */
const RECENT_MS = 20_000;
/** A batch takes half a second. One that takes longer than this is not waited for. */
const WAIT_MS = 2_000;

/**
 * The moves of a batch have times from its beginning on, and can be read once it is committed. Whoever asks what a
 * board was a moment ago waits for the batch that is being stored, so that the answer is the same whenever it is asked
 * for.
 */
@Injectable()
export class CommittedMoves {
  private waiting: Promise<void> | undefined;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
  ) {}

  /** Waits until the moves up to a time are committed. A single connection waits for all who ask. */
  async upTo(at: Date): Promise<void> {
    if (this.clock.now().getTime() - at.getTime() > RECENT_MS) return;
    await within(this.awaitBatch(), WAIT_MS).catch(() => undefined);
  }

  private async awaitBatch(): Promise<void> {
    // A wait that others began may have ended before the time, and its answer be on its way.
    await this.waiting;
    this.waiting ??= awaitWriter(this.pool).finally(() => (this.waiting = undefined));
    await this.waiting;
  }
}
