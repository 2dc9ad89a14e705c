import { type CursorPageQuery, cursorPageQuery, querySort } from '@cds/listing';
import type { SortBy } from '@cds/postgres';
import { queryList } from '@cds/validation';
import type { z } from 'zod';
import { jobStatusSchema } from './job-status.js';

/** The parameters of a list of jobs. Spread them into the query's shape beside `fields`. */
export const jobListQuery = {
  ...cursorPageQuery,
  status: queryList(jobStatusSchema).optional(),
  sort: querySort(['created_at']).default([{ key: 'created_at', descending: true }]),
};

export interface ListJobsQuery extends CursorPageQuery {
  readonly status?: readonly z.infer<typeof jobStatusSchema>[] | undefined;
  readonly sort: readonly SortBy<'created_at'>[];
}
