import { Module } from '@nestjs/common';
import { BoardRenamer } from './board-renamer.js';
import { BoardRenames } from './board-renames.js';
import { RenameBoards } from './rename-boards.js';

@Module({
  providers: [BoardRenamer, BoardRenames, RenameBoards],
  exports: [BoardRenames],
})
export class RenameBoardsModule {}
