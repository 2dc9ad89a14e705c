import { Module } from '@nestjs/common';
import { BoardsModule } from '../boards/boards.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { BoardFiller } from './board-filler.js';
import { BoardFills } from './board-fills.js';
import { FillBoard } from './fill-board.js';

@Module({
  imports: [BoardsModule, EntriesModule],
  providers: [BoardFiller, BoardFills, FillBoard],
  exports: [BoardFiller, BoardFills],
})
export class FillBoardsModule {}
