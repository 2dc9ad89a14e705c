import { type DynamicModule, Module } from '@nestjs/common';
import { CatchesModule } from '../catches/catches.module.js';
import { ListJobs } from '../jobs/list-jobs.query.js';
import { RequestExportHandler } from './request-export/request-export.handler.js';
import { RequestExportHttp } from './request-export/request-export.http.js';
import { DownloadExportHttp } from './download-export/download-export.http.js';
import { DownloadExportQuery } from './download-export/download-export.query.js';
import { EXPORT_ORIGIN } from './export-origin.js';
import { ExportQueue } from './export-queue.js';
import { ExportHttp } from './read-export/export.http.js';
import { ExportQuery } from './read-export/export.query.js';
import { ExportParts } from './run-export/export-parts.js';
import { ExportWorker } from './run-export/export-worker.js';
import { SweepExports } from './sweep-exports.js';

@Module({})
export class ExportsModule {
  static forRoot(origin: string): DynamicModule {
    return {
      module: ExportsModule,
      imports: [CatchesModule],
      controllers: [RequestExportHttp, ExportHttp, DownloadExportHttp],
      providers: [
        RequestExportHandler,
        DownloadExportQuery,
        ExportQuery,
        ExportParts,
        ExportQueue,
        ExportWorker,
        ListJobs,
        SweepExports,
        { provide: EXPORT_ORIGIN, useValue: origin },
      ],
    };
  }
}
