import type { Caller } from '@cds/identity';
import { type CursorEnvelope, mapPage } from '@cds/listing';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import type { ExportJob } from '../../generated/client.js';
import { EXPORT_ORIGIN } from '../export-origin.js';
import { exportView, type ExportView, type ShownExport } from '../export-view.js';
import { type JobReader, ListJobs } from '../../jobs/list-jobs.query.js';
import type { ListJobsQuery } from '../../jobs/list-jobs.schemas.js';
import { exportNotFound } from '../export.errors.js';

const LISTED = {
  table: 'exports',
  columns: `id, status, format, filter, sent_filter AS "sentFilter", expected::float8 AS expected,
    walked::float8 AS walked, rows::float8 AS rows, part_bytes::float8[] AS "partBytes", error,
    created_at AS "createdAt", completed_at AS "completedAt", expires_at AS "expiresAt"`,
} as const;

/** Exports as their own account sees them; for everybody else they are not there. */
@Injectable()
export class ExportQuery {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly jobs: ListJobs,
    @Inject(EXPORT_ORIGIN) private readonly origin: string,
  ) {}

  async list(query: ListJobsQuery, reader: JobReader): Promise<CursorEnvelope<ExportView>> {
    const page = await this.jobs.execute<ShownExport>(LISTED, query, reader);
    return mapPage(page, (job) => exportView(job, this.origin, this.clock.now()));
  }

  async one(id: string, caller: Caller): Promise<ExportView> {
    return exportView(await this.find(id, caller), this.origin, this.clock.now());
  }

  async find(id: string, { accountId }: Caller): Promise<ExportJob> {
    const job = await this.prisma.exportJob.findFirst({ where: { id, accountId } });
    if (!job) throw exportNotFound(id);
    return job;
  }
}
