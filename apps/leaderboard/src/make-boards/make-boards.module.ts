import { Module } from '@nestjs/common';
import { BoardJobsModule } from '../board-jobs/board-jobs.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { FillBoardsModule } from '../fill-boards/fill-boards.module.js';
import { RenameBoardsModule } from '../rename-boards/rename-boards.module.js';
import { SpeciesModule } from '../species/species.module.js';
import { BoardMaker } from './board-maker.js';
import { KeepSpeciesBoardsHandler } from './keep-species-boards.handler.js';
import { MakeBoardsWhenSpeciesChanged } from './make-boards-when-species-changed.consumer.js';
import { MakeFirstBoards } from './make-first-boards.js';

@Module({
  imports: [BoardJobsModule, BoardsModule, FillBoardsModule, RenameBoardsModule, SpeciesModule],
  controllers: [MakeBoardsWhenSpeciesChanged],
  providers: [BoardMaker, KeepSpeciesBoardsHandler, MakeFirstBoards],
})
export class MakeBoardsModule {}
