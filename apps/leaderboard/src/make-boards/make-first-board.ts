import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock, newTraceparent, ServiceLogger } from '@cds/service-kit';
import { ReadinessRegistry } from '@cds/health';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { heaviestOf } from '../boards/board.js';
import { boardName } from '../boards/board-name.js';
import { BoardFiller } from '../fill-boards/board-filler.js';
import { BoardMaker } from './board-maker.js';

const ALL_SPECIES = heaviestOf(null);
const RETRY_MS = 500;

/**
 * The first copy of the service that starts makes the board of all species. When the database is unavailable the
 * service starts all the same, and is not ready until the board exists.
 */
@Injectable()
export class MakeFirstBoard implements OnModuleInit, OnModuleDestroy {
  private isMade = false;
  private readonly stopping = new AbortController();
  private making: Promise<void> = Promise.resolve();

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly maker: BoardMaker,
    private readonly clock: Clock,
    private readonly filler: BoardFiller,
    private readonly readiness: ReadinessRegistry,
    private readonly logger: ServiceLogger,
  ) {}

  onModuleInit(): void {
    this.readiness.add('boards', () => {
      if (!this.isMade) throw new Error('the board of all species is not made yet');
    });
    this.making = this.untilMade();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.making;
  }

  private async untilMade(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await this.make();
        this.isMade = true;
        return;
      } catch (error) {
        this.logger.warn('boards.first_not_made', { err: error });
      }
      await sleep(RETRY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private async make(): Promise<void> {
    const board = { rule: ALL_SPECIES, name: boardName(ALL_SPECIES, null), traceparent: newTraceparent() };
    if (await inTransaction(this.pool, (tx) => this.maker.make(tx, [board], this.clock.now()))) this.filler.wake();
  }
}
