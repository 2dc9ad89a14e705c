import type { ApiKey, ListApiKeysParams } from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';

/** A page of a list whose items have all their fields, as `fields` was not asked for. */
export interface ListPage<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
  readonly total?: number | null;
}

export const apiKeysQuery = (params: ListApiKeysParams) =>
  queryOptions({
    queryKey: ['api-keys', params],
    queryFn: async ({ signal }) => (await cds.apiKeys.list(params, { signal })) as ListPage<ApiKey>,
    placeholderData: keepPreviousData,
  });

/** A key as it is shown once, right after it was made. */
export type MadeKey = Awaited<ReturnType<typeof cds.apiKeys.create>>;
