import { Module } from '@nestjs/common';
import { BoardsModule } from '../boards/boards.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { BoardFiller } from './board-filler.js';
import { BoardSwitcher } from './board-switcher.js';
import { BuiltEntries } from './built-entries.store.js';
import { CatchPages } from './catch-page.query.js';
import { FillBoards } from './fill-boards.js';
import { FillGroups } from './fill-group.query.js';
import { FillSize } from './fill-size.js';
import { FillTurn } from './fill-turn.js';
import { RankingFiller } from './ranking-filler.js';
import { RankingFinisher } from './ranking-finisher.js';
import { RankingKeeper } from './ranking-keeper.js';
import { RankingSweeper } from './ranking-sweeper.js';
import { ReplacedEntries } from './replaced-entries.query.js';
import { SwitchEvents } from './switch-events.js';

@Module({
  imports: [BoardsModule, EntriesModule],
  providers: [
    BoardFiller,
    BoardSwitcher,
    BuiltEntries,
    CatchPages,
    FillBoards,
    FillGroups,
    FillSize,
    FillTurn,
    RankingFiller,
    RankingFinisher,
    RankingKeeper,
    RankingSweeper,
    ReplacedEntries,
    SwitchEvents,
  ],
  exports: [BoardFiller],
})
export class FillBoardsModule {}
