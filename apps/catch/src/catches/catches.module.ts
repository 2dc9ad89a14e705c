import { GroupCommit } from '@cds/event-store';
import { POOL } from '@cds/service-kit';
import { Module } from '@nestjs/common';
import type pg from 'pg';
import { AnglersModule } from '../anglers/anglers.module.js';
import { SpeciesNamesModule } from '../species-names/species-names.module.js';
import { CatchBodyCheck } from './catch-body-check.js';
import { CatchCounts } from './catch-counts.js';
import { CatchKnowledge } from './catch-knowledge.js';
import { CatchListHttp } from './catch-list/catch-list.http.js';
import { CatchListQuery } from './catch-list/catch-list.query.js';
import { ReadCatchQuery } from './catch-list/read-catch.query.js';
import { CatchLog } from './catch-log.js';
import { CatchViews } from './catch-views.js';
import { CatchWriter } from './catch-writer.js';
import { DeleteCatchHandler } from './delete-catch/delete-catch.handler.js';
import { DeleteCatchHttp } from './delete-catch/delete-catch.http.js';
import { EditCatchHandler } from './edit-catch/edit-catch.handler.js';
import { EditCatchHttp } from './edit-catch/edit-catch.http.js';
import { ExternalIds } from './external-ids.js';
import { LogCatchHandler } from './log-catch/log-catch.handler.js';
import { LogCatchHttp } from './log-catch/log-catch.http.js';

@Module({
  imports: [AnglersModule, SpeciesNamesModule],
  controllers: [CatchListHttp, LogCatchHttp, EditCatchHttp, DeleteCatchHttp],
  providers: [
    CatchBodyCheck, CatchCounts, CatchKnowledge, CatchListQuery, CatchLog, CatchViews, CatchWriter,
    DeleteCatchHandler, EditCatchHandler, ExternalIds, LogCatchHandler, ReadCatchQuery,
    { provide: GroupCommit, useFactory: (pool: pg.Pool) => new GroupCommit(pool), inject: [POOL] },
  ],
  exports: [CatchLog, CatchViews, CatchWriter],
})
export class CatchesModule {}
