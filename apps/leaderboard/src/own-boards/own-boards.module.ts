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
import { AccountBoardDeleter } from './delete-account-boards/account-board-deleter.js';
import { DeleteBoardsWhenAccountDeleted } from './delete-account-boards/delete-boards-when-account-deleted.consumer.js';
import { DeletedAccounts } from './delete-account-boards/deleted-accounts.js';
import { EditBoardHandler } from './edit-board/edit-board.handler.js';
import { EditBoardHttp } from './edit-board/edit-board.http.js';
import { NewSpecies } from './new-species.js';

@Module({
  imports: [AnnounceBoardsModule, BoardJobsModule, BoardsModule, FillBoardsModule, SpeciesModule],
  controllers: [CreateBoardHttp, EditBoardHttp, DeleteBoardHttp, DeleteBoardsWhenAccountDeleted],
  providers: [
    AccountBoardDeleter,
    BoardChangeRates,
    CreateBoardHandler,
    DeleteBoardHandler,
    DeletedAccounts,
    EditBoardHandler,
    NewSpecies,
  ],
})
export class OwnBoardsModule {}
