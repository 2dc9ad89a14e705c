import { Module } from '@nestjs/common';
import { AnnounceBoardsModule } from '../announce-boards/announce-boards.module.js';
import { BoardJobsModule } from '../board-jobs/board-jobs.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { FillBoardsModule } from '../fill-boards/fill-boards.module.js';
import { SpeciesModule } from '../species/species.module.js';
import { BoardChangeRates } from './board-change-rates.store.js';
import { CreateBoardHandler } from './create-board/create-board.handler.js';
import { CreateBoardHttp } from './create-board/create-board.http.js';
import { DeleteBoardHandler } from './delete-board/delete-board.handler.js';
import { DeleteBoardHttp } from './delete-board/delete-board.http.js';
import { EditBoardHandler } from './edit-board/edit-board.handler.js';
import { EditBoardHttp } from './edit-board/edit-board.http.js';

@Module({
  imports: [AnnounceBoardsModule, BoardJobsModule, BoardsModule, FillBoardsModule, SpeciesModule],
  controllers: [CreateBoardHttp, EditBoardHttp, DeleteBoardHttp],
  providers: [BoardChangeRates, CreateBoardHandler, DeleteBoardHandler, EditBoardHandler],
})
export class OwnBoardsModule {}
