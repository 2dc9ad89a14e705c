import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { SpeciesModule } from '../species/species.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { BoardMaker } from './board-maker.js';
import { KeepSpeciesBoardsHandler } from './keep-species-boards.handler.js';
import { MakeBoardsWhenSpeciesChanged } from './make-boards-when-species-changed.consumer.js';
import { MakeFirstBoard } from './make-first-board.js';

@Module({
  imports: [BoardsModule, EntriesModule, SpeciesModule],
  controllers: [MakeBoardsWhenSpeciesChanged],
  providers: [BoardMaker, KeepSpeciesBoardsHandler, MakeFirstBoard],
})
export class MakeBoardsModule {}
