import { GroupCommit, POOL } from '@cds/postgres';
import { Module } from '@nestjs/common';
import type pg from 'pg';
import { AnglerLookupModule } from '../angler-lookup/angler-lookup.module.js';
import { SpeciesNamesModule } from '../species-names/species-names.module.js';
import { CatchBodyCheck } from './rules/catch-body-check.js';
import { CatchCounts } from './write/catch-counts.js';
import { CatchAsOfQuery } from './read/catch-history/catch-as-of.query.js';
import { CatchHistoryHttp } from './read/catch-history/catch-history.http.js';
import { CatchHistoryQuery } from './read/catch-history/catch-history.query.js';
import { PastReads } from './read/catch-history/past-reads.js';
import { CatchRules } from './rules/catch-rules.js';
import { CatchListHttp } from './read/catch-list/catch-list.http.js';
import { CatchFilters } from './read/catch-list/catch-filters.js';
import { CatchListQuery } from './read/catch-list/catch-list.query.js';
import { FilteredSpecies } from './read/catch-list/filtered-species.js';
import { CatchPageQuery } from './read/catch-list/page/catch-page.query.js';
import { DeltaPage } from './read/catch-list/page/delta-page.strategy.js';
import { GatherPage } from './read/catch-list/page/gather-page.strategy.js';
import { IndexPage } from './read/catch-list/page/index-page.strategy.js';
import { MultiKeyPage } from './read/catch-list/page/multi-key-page.strategy.js';
import { PageReads } from './read/catch-list/page/page-reads.js';
import { PageTotals } from './read/catch-list/page/page-totals.js';
import { WindowPage } from './read/catch-list/page/window-page.strategy.js';
import { CatchWalkQuery } from './read/catch-list/catch-walk.query.js';
import { CatchPresenter } from './read/catch-list/catch-presenter.js';
import { ReadCatchQuery } from './read/catch-list/read-catch.query.js';
import { CatchLog } from './log/catch-log.js';
import { CatchSearchQuery } from './read/catch-search/catch-search.query.js';
import { WordSweeper } from './read/catch-search/word-sweeper.js';
import { CatchViews } from './read/catch-views.js';
import { CatchRecorder } from './write/catch-recorder.js';
import { CatchWriter } from './write/catch-writer.js';
import { DeleteCatchHandler } from './write/delete-catch/delete-catch.handler.js';
import { DeleteCatchHttp } from './write/delete-catch/delete-catch.http.js';
import { CatchEditor } from './write/edit-catch/catch-editor.js';
import { EditCatchHandler } from './write/edit-catch/edit-catch.handler.js';
import { EditCatchHttp } from './write/edit-catch/edit-catch.http.js';
import { ExternalIds } from './write/external-ids.js';
import { LogCatchHandler } from './write/log-catch/log-catch.handler.js';
import { LogCatchHttp } from './write/log-catch/log-catch.http.js';
import { OwnCatch } from './write/own-catch.js';
import { ReplaceCatchHandler } from './write/replace-catch/replace-catch.handler.js';
import { ReplaceCatchHttp } from './write/replace-catch/replace-catch.http.js';
import { WritesInFlight } from './log/writes-in-flight.js';

@Module({
  imports: [AnglerLookupModule, SpeciesNamesModule],
  controllers: [CatchListHttp, CatchHistoryHttp, LogCatchHttp, EditCatchHttp, ReplaceCatchHttp, DeleteCatchHttp],
  providers: [
    CatchAsOfQuery,
    CatchBodyCheck,
    CatchCounts,
    CatchEditor,
    CatchFilters,
    CatchHistoryQuery,
    PastReads,
    CatchRules,
    CatchListQuery,
    CatchLog,
    CatchPageQuery,
    CatchPresenter,
    CatchRecorder,
    CatchSearchQuery,
    CatchViews,
    CatchWalkQuery,
    CatchWriter,
    DeleteCatchHandler,
    DeltaPage,
    EditCatchHandler,
    ExternalIds,
    FilteredSpecies,
    GatherPage,
    IndexPage,
    LogCatchHandler,
    MultiKeyPage,
    OwnCatch,
    PageReads,
    PageTotals,
    ReadCatchQuery,
    ReplaceCatchHandler,
    WindowPage,
    WordSweeper,
    WritesInFlight,
    { provide: GroupCommit, useFactory: (pool: pg.Pool) => new GroupCommit(pool), inject: [POOL] },
  ],
  exports: [
    CatchLog,
    CatchRecorder,
    CatchViews,
    CatchWalkQuery,
    CatchWriter,
    FilteredSpecies,
    GroupCommit,
    OwnCatch,
    ReadCatchQuery,
    WritesInFlight,
  ],
})
export class CatchesModule {}
