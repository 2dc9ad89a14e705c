import { POOL } from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { type CursorEnvelope, Cursors, listScope, mapPage, tablePage } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PrismaService } from '../../database/prisma.service.js';
import type { ImportJob } from '../../generated/client.js';
import { importView, type ImportView, type ShownImport } from '../import-view.js';
import { type JobReader, ListJobs } from '../../jobs/list-jobs.query.js';
import type { ListJobsQuery } from '../../jobs/list-jobs.schemas.js';
import { importNotFound } from '../import.errors.js';
import type { ListRejectedQuery } from './import.schemas.js';

export interface RejectedRow {
  /** Of the file, counted from 1; a CSV's header is a line too. */
  line: number;
  errors: unknown;
}

const LISTED = {
  table: 'imports',
  columns: `id, status, format, size_bytes::float8 AS "sizeBytes", position::float8 AS position, accepted, duplicates,
    rejected, error, created_at AS "createdAt", completed_at AS "completedAt"`,
} as const;

const IN_FILE = [{ column: 'line', descending: false }];

/** Imports as their own account sees them; for everybody else they are not there. */
@Injectable()
export class ImportQuery {
  constructor(
    private readonly prisma: PrismaService,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly cursors: Cursors,
    private readonly jobs: ListJobs,
  ) {}

  async list(query: ListJobsQuery, reader: JobReader): Promise<CursorEnvelope<ImportView>> {
    return mapPage(await this.jobs.execute<ShownImport>(LISTED, query, reader), importView);
  }

  async one(id: string, caller: Caller): Promise<ImportView> {
    return importView(await this.find(id, caller));
  }

  /** Rows that were refused, in the order of the file. */
  async rejected(id: string, query: ListRejectedQuery, caller: Caller): Promise<CursorEnvelope<RejectedRow>> {
    const { rejected: total } = await this.find(id, caller);
    const page = await tablePage<RejectedRow>(
      this.pool,
      this.cursors,
      listScope(`imports/${id}/rejected`, caller.accountId, query),
      query,
      {
        table: 'import_rejections',
        columns: 'line, errors',
        order: IN_FILE,
        terms: (values) => [`import_id = ${values.add(id)}`],
        total,
      },
    );
    return mapPage(page, ({ line, errors }) => ({ line, errors }));
  }

  private async find(id: string, { accountId }: Caller): Promise<ImportJob> {
    const job = await this.prisma.importJob.findFirst({ where: { id, accountId, status: { not: 'uploading' } } });
    if (!job) throw importNotFound(id);
    return job;
  }
}
