import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock, newTraceparent, ServiceLogger } from '@cds/service-kit';
import { ReadinessRegistry } from '@cds/health';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { BoardFiller } from '../fill-boards/board-filler.js';
import { BoardMaker } from './board-maker.js';
import { boardsOfAllSpecies } from './standard-boards.js';

const RETRY_MS = 500;

/**
 * The first copy of the service that starts makes the boards of all species. When the database is unavailable the
 * service starts all the same, and is not ready until they exist.
 */
@Injectable()
export class MakeFirstBoards implements OnModuleInit, OnModuleDestroy {
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
      if (!this.isMade) throw new Error('the boards of all species are not made yet');
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
    const traceparent = newTraceparent();
    const boards = boardsOfAllSpecies().map((board) => ({ ...board, traceparent }));
    if (await inTransaction(this.pool, (tx) => this.maker.make(tx, boards, this.clock.now()))) this.filler.wake();
  }
}
