import { EventStore } from '@cds/event-store';
import { newId, ServiceLogger } from '@cds/service-kit';
import { Module } from '@nestjs/common';
import { AnglersModule } from '../anglers/anglers.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { CatchFacts } from '../catches/catch-facts.store.js';
import { ValueIndexes } from '../catches/value-indexes.store.js';
import { AnglerRankingsHttp } from './angler-rankings/angler-rankings.http.js';
import { AnglerRankingsQuery } from './angler-rankings/angler-rankings.query.js';
import { EntryListHttp } from './entry-list/entry-list.http.js';
import { CommittedMoves } from './entry-list/committed-moves.js';
import { EntryListQuery } from './entry-list/entry-list.query.js';
import { ShownRankingQuery } from './entry-list/shown-ranking.query.js';
import type { LeaderboardEvent } from './entry.events.js';
import { leaderboardCodec } from './leaderboard.codec.js';
import { EntryMover } from './move-entries/entry-mover.js';
import { MoveSweeper } from './move-sweeper.js';
import { WatchedAnglersModule } from '../watched-anglers/watched-anglers.module.js';
import { CatchChanges } from '../catches/catch-changes.store.js';
import { PeriodCloser } from './close-periods/period-closer.js';
import { PeriodClosings } from './close-periods/period-closings.js';
import { TopEntries } from './close-periods/top-entries.query.js';
import { EntryMoves } from './entry-moves.js';
import { AccountOpener } from './move-entries/account-opener.js';
import { BoardEventRates } from './move-entries/board-event-rates.store.js';
import { BoardEvents } from './move-entries/board-events.store.js';
import { CatchLookups } from './move-entries/catch-lookups.query.js';
import { GroupMover } from './move-entries/group-mover.js';
import { IsolatedAccounts } from './move-entries/isolated-accounts.js';
import { KnownRanksQuery } from './move-entries/known-ranks.query.js';
import { MoveDecider } from './move-entries/move-decider.js';
import { MovePublisher } from './move-entries/move-publisher.js';
import { MoveWriter } from './move-entries/move-writer.js';
import { RankedEntries } from './move-entries/ranked-entries.store.js';
import { SpeciesTallies } from './move-entries/species-tallies.store.js';
import { Suspects } from './move-entries/suspects.store.js';
import { TopCache } from './move-entries/top-cache.js';
import { RankTree } from './ranks/rank-tree.store.js';
import { Ranks } from './ranks/ranks.query.js';
import { RankingPeriods } from './rankings/ranking-periods.store.js';
import { Rankings } from './rankings/rankings.store.js';
import { ShownBoardsQuery } from './rankings/shown-boards.query.js';
import { UpdateBoardsHandler } from './update-boards/update-boards.handler.js';
import { UpdateBoardsWhenCatchChanged } from './update-boards/update-boards-when-catch-changed.consumer.js';

@Module({
  imports: [AnglersModule, BoardsModule, WatchedAnglersModule],
  controllers: [AnglerRankingsHttp, EntryListHttp, UpdateBoardsWhenCatchChanged],
  providers: [
    AccountOpener,
    AnglerRankingsQuery,
    { provide: BoardEventRates, useFactory: (log: ServiceLogger) => new BoardEventRates(log), inject: [ServiceLogger] },
    BoardEvents,
    CatchChanges,
    CatchFacts,
    CatchLookups,
    CommittedMoves,
    EntryListQuery,
    EntryMover,
    EntryMoves,
    GroupMover,
    {
      provide: IsolatedAccounts,
      useFactory: (suspects: Suspects, log: ServiceLogger) => new IsolatedAccounts(suspects, log),
      inject: [Suspects, ServiceLogger],
    },
    KnownRanksQuery,
    MoveDecider,
    MoveSweeper,
    MovePublisher,
    MoveWriter,
    PeriodCloser,
    PeriodClosings,
    RankedEntries,
    RankTree,
    RankingPeriods,
    Rankings,
    Ranks,
    ShownBoardsQuery,
    ShownRankingQuery,
    SpeciesTallies,
    Suspects,
    TopCache,
    TopEntries,
    UpdateBoardsHandler,
    ValueIndexes,
    {
      provide: EventStore,
      useFactory: () => new EventStore<LeaderboardEvent>({ newEventId: () => newId('event'), codec: leaderboardCodec }),
    },
  ],
  exports: [
    BoardEvents,
    EntryMover,
    MoveDecider,
    MoveWriter,
    PeriodCloser,
    RankedEntries,
    RankTree,
    RankingPeriods,
    Ranks,
    TopEntries,
  ],
})
export class EntriesModule {}
