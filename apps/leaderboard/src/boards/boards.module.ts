import { Module } from '@nestjs/common';
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
  providers: [BoardDetailQuery, BoardListQuery, BoardViews, Boards],
  exports: [Boards, BoardViews],
})
export class BoardsModule {}
