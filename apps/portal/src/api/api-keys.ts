import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from './request.js';

export interface ListPage<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
  readonly total: number | null;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

export const apiKeysQuery = (query: { readonly cursor?: string; readonly sort?: string }) =>
  queryOptions({
    queryKey: ['api-keys', query],
    queryFn: ({ signal }) => request<ListPage<ApiKey>>('GET', '/v1/api-keys', { query, signal }),
    placeholderData: keepPreviousData,
  });
