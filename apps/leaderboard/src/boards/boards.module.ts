import { HEAVY_READ_POOL, HeavyReads, READ_POOL } from '@cds/postgres';
import { Module } from '@nestjs/common';
import type pg from 'pg';
import { SpeciesModule } from '../species/species.module.js';
import { BoardDetailHttp } from './board-detail/board-detail.http.js';
import { BoardDetailQuery } from './board-detail/board-detail.query.js';
import { BoardListHttp } from './board-list/board-list.http.js';
import { BoardListQuery } from './board-list/board-list.query.js';
import { BoardViews } from './board-views.js';
import { Boards } from './boards.store.js';

@Module({
  imports: [SpeciesModule],
  controllers: [BoardListHttp, BoardDetailHttp],
  providers: [
    BoardDetailQuery,
    BoardListQuery,
    BoardViews,
    Boards,
    {
      provide: HeavyReads,
      useFactory: (heavyReads: pg.Pool, reads: pg.Pool) => new HeavyReads(heavyReads, reads),
      inject: [HEAVY_READ_POOL, READ_POOL],
    },
  ],
  exports: [Boards, BoardViews, HeavyReads],
})
export class BoardsModule {}
