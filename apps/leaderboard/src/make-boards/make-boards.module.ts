import { Module } from '@nestjs/common';
import { BoardJobsModule } from '../board-jobs/board-jobs.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { FillBoardsModule } from '../fill-boards/fill-boards.module.js';
import { SpeciesModule } from '../species/species.module.js';
import { BoardMaker } from './board-maker.js';
import { KeepSpeciesBoardsHandler } from './keep-species-boards.handler.js';
import { MakeBoardsWhenSpeciesChanged } from './make-boards-when-species-changed.consumer.js';
import { MakeFirstBoard } from './make-first-board.js';

@Module({
  imports: [BoardJobsModule, BoardsModule, FillBoardsModule, SpeciesModule],
  controllers: [MakeBoardsWhenSpeciesChanged],
  providers: [BoardMaker, KeepSpeciesBoardsHandler, MakeFirstBoard],
})
export class MakeBoardsModule {}
