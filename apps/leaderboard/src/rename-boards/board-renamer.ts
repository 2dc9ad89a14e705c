import { BackgroundWork, RETRY_FOREVER } from '@cds/work-queue';
import { Injectable } from '@nestjs/common';
import { BoardRenames } from './board-renames.js';
import { RenameBoards } from './rename-boards.js';

/** A species with very many boards lets others go first after this time. */
const TURN_MS = 30_000;

/** Names the boards of accounts in the background when species get new names. */
@Injectable()
export class BoardRenamer {
  constructor(renames: BoardRenames, boards: RenameBoards, background: BackgroundWork) {
    background.worker({
      name: 'board-renames',
      queue: renames,
      retry: RETRY_FOREVER,
      turnMs: TURN_MS,
      work: (job, turn) => boards.execute(job, turn),
    });
  }
}
