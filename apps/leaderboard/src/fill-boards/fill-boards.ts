import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { EntryMover } from '../entries/move-entries/entry-mover.js';
import { BoardSwitcher } from './board-switcher.js';
import { type FillStep, RankingFiller } from './ranking-filler.js';
import { RankingKeeper } from './ranking-keeper.js';

type OnStep = (step: FillStep) => void;

interface Work {
  /** Boards that wait for another ranking than they show. */
  readonly hasJobs: boolean;
  readonly isFilling: boolean;
}

/** Makes boards show the rankings of their rules: new boards, and those whose rule was edited. */
@Injectable()
export class FillBoards {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly keeper: RankingKeeper,
    private readonly filler: RankingFiller,
    private readonly mover: EntryMover,
    private readonly switcher: BoardSwitcher,
  ) {}

  /**
   * Until every board shows the ranking of its rule, or another copy fills rankings: that one goes on. Entries of other
   * rankings go on moving in between.
   */
  async execute(isOver: () => boolean = () => false, onStep: OnStep = () => undefined): Promise<void> {
    while (!isOver()) {
      const { hasJobs, isFilling } = await this.look();
      if (hasJobs) await this.begin();
      else if (!isFilling) return;
      const step = await this.filler.step(isOver);
      if (step?.isOvertaken) return;
      if (!step) continue;
      onStep(step);
      await this.moveSome(isOver);
    }
  }

  /** One batch of changes: while ever more of them come, filling goes on in between. */
  private async moveSome(isOver: () => boolean): Promise<void> {
    let batches = 0;
    await this.mover.drain(() => isOver() || batches++ > 0);
  }

  private async begin(): Promise<void> {
    await this.keeper.make();
    await this.keeper.settle();
    await this.switcher.switchWaiting();
  }

  private async look(): Promise<Work> {
    const { rows } = await this.pool.query<{ has_jobs: boolean; is_filling: boolean }>(WORK);
    return { hasJobs: rows[0]?.has_jobs ?? false, isFilling: rows[0]?.is_filling ?? false };
  }
}

const WORK = `
  SELECT EXISTS (SELECT FROM board_jobs JOIN boards ON boards.id = board_jobs.board_id) AS has_jobs,
    EXISTS (SELECT FROM rankings WHERE state = 'filling') AS is_filling`;
