import { IdempotencyModule } from '@cds/idempotency';
import { type DynamicModule, Module } from '@nestjs/common';
import { AnglerLookupModule } from '../angler-lookup/angler-lookup.module.js';
import { CatchesModule } from '../catches/catches.module.js';
import { SpeciesNamesModule } from '../species-names/species-names.module.js';
import { ListJobs } from '../jobs/list-jobs.query.js';
import { ImportQueue } from './import-queue.js';
import { IMPORT_MAX_BYTES, IMPORT_PUBLISH_PER_SECOND } from './import-limits.js';
import { ImportHttp } from './read-import/import.http.js';
import { ImportQuery } from './read-import/import.query.js';
import { ImportPriority } from './run-import/import-priority.js';
import { ImportRows } from './run-import/import-rows.js';
import { ImportWorker } from './run-import/import-worker.js';
import { RowCheck } from './run-import/row-check.js';
import { WriteBatch } from './run-import/write-batch.js';
import { SweepImports } from './sweep-imports.js';
import { UploadImportHandler } from './upload-import/upload-import.handler.js';
import { UploadImportHttp } from './upload-import/upload-import.http.js';

export interface ImportLimits {
  readonly maxBytes: number;
  readonly publishPerSecond: number;
}

@Module({})
export class ImportsModule {
  static forRoot({ maxBytes, publishPerSecond }: ImportLimits): DynamicModule {
    return {
      module: ImportsModule,
      imports: [AnglerLookupModule, CatchesModule, IdempotencyModule, SpeciesNamesModule],
      controllers: [UploadImportHttp, ImportHttp],
      providers: [
        ImportPriority,
        ImportQuery,
        ImportQueue,
        ImportRows,
        ImportWorker,
        ListJobs,
        RowCheck,
        SweepImports,
        UploadImportHandler,
        WriteBatch,
        { provide: IMPORT_MAX_BYTES, useValue: maxBytes },
        { provide: IMPORT_PUBLISH_PER_SECOND, useValue: publishPerSecond },
      ],
    };
  }
}
