import { HEAVY_READ_POOL, HeavyReads, READ_POOL } from '@cds/postgres';
import { Module } from '@nestjs/common';
import type pg from 'pg';
import { BoardRankings } from '../rankings/board-rankings.js';
import { SpeciesModule } from '../species/species.module.js';
import { BoardDetailHttp } from './board-detail/board-detail.http.js';
import { BoardDetailQuery } from './board-detail/board-detail.query.js';
import { BoardListHttp } from './board-list/board-list.http.js';
import { BoardListQuery } from './board-list/board-list.query.js';
import { BoardViews } from './board-views.js';
import { Boards } from './boards.store.js';
import { CreateBoardHandler } from './create-board/create-board.handler.js';
import { CreateBoardHttp } from './create-board/create-board.http.js';
import { DeleteBoardHandler } from './delete-board/delete-board.handler.js';
import { DeleteBoardHttp } from './delete-board/delete-board.http.js';
import { EditBoardHandler } from './edit-board/edit-board.handler.js';
import { EditBoardHttp } from './edit-board/edit-board.http.js';

@Module({
  imports: [SpeciesModule],
  controllers: [BoardListHttp, CreateBoardHttp, BoardDetailHttp, EditBoardHttp, DeleteBoardHttp],
  providers: [
    BoardDetailQuery,
    BoardRankings,
    BoardListQuery,
    BoardViews,
    Boards,
    CreateBoardHandler,
    DeleteBoardHandler,
    EditBoardHandler,
    {
      provide: HeavyReads,
      useFactory: (heavyReads: pg.Pool, reads: pg.Pool) => new HeavyReads(heavyReads, reads),
      inject: [HEAVY_READ_POOL, READ_POOL],
    },
  ],
  exports: [Boards, BoardViews, HeavyReads],
})
export class BoardsModule {}
