import { type CursorEnvelope, Cursors, listScope, tablePage } from '@cds/listing';
import { HeavyReads, isOneOf, orderOf } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
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
    private readonly reads: HeavyReads,
    private readonly cursors: Cursors,
  ) {}

  /**
   * A page of jobs, by default the newest first. An account may have very many within the days that jobs are kept, so
   * that it reads few pages at once. Uploads that are not whole are left out.
   */
  execute<R extends object>(
    { table, columns }: { table: JobTable; columns: string },
    query: ListJobsQuery,
    { accountId, gone }: JobReader,
  ): Promise<CursorEnvelope<R>> {
    const db = {
      query: (text: string, values: unknown[]) =>
        this.reads.run(accountId, (client) => client.query<R>(text, values), gone),
    };
    return tablePage<R>(db, this.cursors, listScope(table, accountId, query), query, {
      table,
      columns,
      order: orderOf(query.sort),
      terms: (values) => [
        `account_id = ${values.add(accountId)} AND status <> 'uploading'`,
        ...(query.status ? [isOneOf('status', query.status, values)] : []),
      ],
    });
  }
}
