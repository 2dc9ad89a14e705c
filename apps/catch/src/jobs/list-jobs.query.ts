import { type CursorEnvelope, Cursors, listScope, tablePage } from '@cds/listing';
import { HeavyReads, isOneOf, orderOf, READ_POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { JobTable } from './account-jobs.js';
import type { ListJobsQuery } from './list-jobs.schemas.js';

/** Whose jobs are read, and until when somebody waits for them. */
export interface JobReader {
  readonly accountId: string;
  readonly gone: AbortSignal;
}

/** The jobs of one account, which sees no others. */
@Injectable()
export class ListJobs {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly reads: HeavyReads,
    private readonly cursors: Cursors,
  ) {}

  /**
   * A page of jobs, by default the newest first. An account may have very many within the days that jobs are kept, so
   * that counting them is a heavy read. Uploads that are not whole are left out.
   */
  execute<R extends object>(
    { table, columns }: { table: JobTable; columns: string },
    query: ListJobsQuery,
    { accountId, gone }: JobReader,
  ): Promise<CursorEnvelope<R>> {
    return tablePage<R>(this.pool, this.cursors, listScope(table, accountId, query), query, {
      table,
      columns,
      order: orderOf(query.sort),
      counter: this.reads.for(accountId, gone),
      terms: (values) => [
        `account_id = ${values.add(accountId)} AND status <> 'uploading'`,
        ...(query.status ? [isOneOf('status', query.status, values)] : []),
      ],
    });
  }
}
