import { EventStore } from '@cds/event-store';
import { newId } from '@cds/service-kit';
import { Module } from '@nestjs/common';
import { AnglersModule } from '../anglers/anglers.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { CatchFacts } from '../catches/catch-facts.store.js';
import { EntryCorrector } from './correct-entries/entry-corrector.js';
import { AnglerRankingsHttp } from './angler-rankings/angler-rankings.http.js';
import { AnglerRankingsQuery } from './angler-rankings/angler-rankings.query.js';
import { EntryListHttp } from './entry-list/entry-list.http.js';
import { EntryListQuery } from './entry-list/entry-list.query.js';
import { ShownRankingQuery } from './entry-list/shown-ranking.query.js';
import { Ranks } from './ranks/ranks.query.js';
import type { LeaderboardEvent } from './entry.events.js';
import { leaderboardCodec } from './leaderboard.codec.js';
import { BestCatchesQuery } from './move-entries/best-catches.query.js';
import { Entries } from './move-entries/entries.store.js';
import { EntryMover } from './move-entries/entry-mover.js';
import { MoveRecorder } from './move-entries/move-recorder.js';
import { UnchangedEntriesQuery } from './move-entries/unchanged-entries.query.js';
import { MoveSweeper } from './move-sweeper.js';
import { BoardPeriods } from './move-entries/board-periods.store.js';
import { UpdateBoardsHandler } from './update-boards/update-boards.handler.js';
import { UpdateBoardsWhenCatchChanged } from './update-boards/update-boards-when-catch-changed.consumer.js';

@Module({
  imports: [AnglersModule, BoardsModule],
  controllers: [AnglerRankingsHttp, EntryListHttp, UpdateBoardsWhenCatchChanged],
  providers: [
    AnglerRankingsQuery,
    Ranks,
    ShownRankingQuery,
    BestCatchesQuery,
    CatchFacts,
    Entries,
    EntryCorrector,
    EntryListQuery,
    EntryMover,
    MoveRecorder,
    MoveSweeper,
    UnchangedEntriesQuery,
    BoardPeriods,
    UpdateBoardsHandler,
    {
      provide: EventStore,
      useFactory: () => new EventStore<LeaderboardEvent>({ newEventId: () => newId('event'), codec: leaderboardCodec }),
    },
  ],
  exports: [EntryCorrector],
})
export class EntriesModule {}
