import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { EntryMover } from '../entries/move-entries/entry-mover.js';
import { BoardSwitcher } from './board-switcher.js';
import { RankingFiller } from './ranking-filler.js';
import { RankingKeeper } from './ranking-keeper.js';

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

  /** Until every board shows the ranking of its rule. Entries of other rankings go on moving in between. */
  async execute(isOver: () => boolean = () => false): Promise<void> {
    while (!isOver() && (await this.isMore())) {
      await this.keeper.make();
      await this.keeper.settle();
      await this.switcher.switchWaiting();
      if (await this.filler.step(isOver)) await this.mover.drain(isOver);
    }
  }

  private async isMore(): Promise<boolean> {
    const { rows } = await this.pool.query<{ is_more: boolean }>(IS_MORE);
    return rows[0]?.is_more ?? false;
  }
}

const IS_MORE = `
  SELECT EXISTS (SELECT FROM board_jobs JOIN boards ON boards.id = board_jobs.board_id)
    OR EXISTS (SELECT FROM rankings WHERE state = 'filling') AS is_more`;
