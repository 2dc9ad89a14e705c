import { type CursorPageQuery, cursorPageQuery, querySort } from '@cds/listing';
import type { SortBy } from '@cds/postgres';
import { queryList } from '@cds/validation';
import { z } from 'zod';

const JOB_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;

/** The parameters of a list of jobs. Spread them into the query's shape beside `fields`. */
export const jobListQuery = {
  ...cursorPageQuery,
  status: queryList(z.enum(JOB_STATUSES)).optional(),
  sort: querySort(['created_at']).default([{ key: 'created_at', descending: true }]),
};

export interface ListJobsQuery extends CursorPageQuery {
  readonly status?: readonly (typeof JOB_STATUSES)[number][] | undefined;
  readonly sort: readonly SortBy<'created_at'>[];
}
