import { GroupCommit } from '@cds/event-store';
import { POOL } from '@cds/service-kit';
import { Module } from '@nestjs/common';
import type pg from 'pg';
import { AnglersModule } from '../anglers/anglers.module.js';
import { SpeciesNamesModule } from '../species-names/species-names.module.js';
import { CatchBodyCheck } from './catch-body-check.js';
import { CatchCounts } from './catch-counts.js';
import { CatchAsOfQuery } from './catch-history/catch-as-of.query.js';
import { CatchHistoryHttp } from './catch-history/catch-history.http.js';
import { CatchHistoryQuery } from './catch-history/catch-history.query.js';
import { CatchKnowledge } from './catch-knowledge.js';
import { CatchListHttp } from './catch-list/catch-list.http.js';
import { CatchFilters } from './catch-list/catch-filters.js';
import { CatchListQuery } from './catch-list/catch-list.query.js';
import { CatchPageQuery } from './catch-list/catch-page.query.js';
import { CatchWalkQuery } from './catch-list/catch-walk.query.js';
import { CatchPresenter } from './catch-list/catch-presenter.js';
import { ReadCatchQuery } from './catch-list/read-catch.query.js';
import { CatchLog } from './catch-log.js';
import { CatchSearchQuery } from './catch-search/catch-search.query.js';
import { WordSweeper } from './catch-search/word-sweeper.js';
import { CatchViews } from './catch-views.js';
import { CatchWriter } from './catch-writer.js';
import { DeleteCatchHandler } from './delete-catch/delete-catch.handler.js';
import { DeleteCatchHttp } from './delete-catch/delete-catch.http.js';
import { CatchEditor } from './edit-catch/catch-editor.js';
import { EditCatchHandler } from './edit-catch/edit-catch.handler.js';
import { EditCatchHttp } from './edit-catch/edit-catch.http.js';
import { ExternalIds } from './external-ids.js';
import { LogCatchHandler } from './log-catch/log-catch.handler.js';
import { LogCatchHttp } from './log-catch/log-catch.http.js';
import { OwnCatch } from './own-catch.js';
import { ReplaceCatchHandler } from './replace-catch/replace-catch.handler.js';
import { ReplaceCatchHttp } from './replace-catch/replace-catch.http.js';
import { WritesInFlight } from './writes-in-flight.js';

@Module({
  imports: [AnglersModule, SpeciesNamesModule],
  controllers: [CatchListHttp, CatchHistoryHttp, LogCatchHttp, EditCatchHttp, ReplaceCatchHttp, DeleteCatchHttp],
  providers: [
    CatchAsOfQuery,
    CatchBodyCheck,
    CatchCounts,
    CatchEditor,
    CatchFilters,
    CatchHistoryQuery,
    CatchKnowledge,
    CatchListQuery,
    CatchLog,
    CatchPageQuery,
    CatchPresenter,
    CatchSearchQuery,
    CatchViews,
    CatchWalkQuery,
    CatchWriter,
    DeleteCatchHandler,
    EditCatchHandler,
    ExternalIds,
    LogCatchHandler,
    OwnCatch,
    ReadCatchQuery,
    ReplaceCatchHandler,
    WordSweeper,
    WritesInFlight,
    { provide: GroupCommit, useFactory: (pool: pg.Pool) => new GroupCommit(pool), inject: [POOL] },
  ],
  exports: [CatchLog, CatchViews, CatchWalkQuery, CatchWriter, GroupCommit, OwnCatch, ReadCatchQuery, WritesInFlight],
})
export class CatchesModule {}
