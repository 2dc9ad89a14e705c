import { Module } from '@nestjs/common';
import { BoardRankings } from '../board-jobs/board-rankings.js';
import { BoardsModule } from '../boards/boards.module.js';
import { SpeciesModule } from '../species/species.module.js';
import { CreateBoardHandler } from './create-board/create-board.handler.js';
import { CreateBoardHttp } from './create-board/create-board.http.js';
import { DeleteBoardHandler } from './delete-board/delete-board.handler.js';
import { DeleteBoardHttp } from './delete-board/delete-board.http.js';
import { EditBoardHandler } from './edit-board/edit-board.handler.js';
import { EditBoardHttp } from './edit-board/edit-board.http.js';

@Module({
  imports: [BoardsModule, SpeciesModule],
  controllers: [CreateBoardHttp, EditBoardHttp, DeleteBoardHttp],
  providers: [BoardRankings, CreateBoardHandler, DeleteBoardHandler, EditBoardHandler],
})
export class OwnBoardsModule {}
