import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

export interface LoggedCall {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly status: number | null;
  readonly code: string | null;
  readonly detail: string | null;
  readonly duration_ms: number;
  readonly request_id: string;
}

interface Counts {
  readonly calls: number;
  readonly errors: number;
  readonly refused: number;
}

export interface UsageReport extends Counts {
  readonly limit: { readonly limit: number; readonly window_seconds: number };
  readonly data: readonly (Counts & { readonly at: string })[];
}

const EVERY_MS = 10_000;
/** The portal's own calls are no news to who looks at it. */
const PROGRAMS = 'api_key,access_token';

export const lastCallsQuery = queryOptions({
  queryKey: ['request-log', 'last'],
  queryFn: ({ signal }) =>
    call<{ readonly data: readonly LoggedCall[] }>(
      'GET',
      '/v1/request-log',
      { credential_type: PROGRAMS, per_page: 8, total: 'false' },
      signal,
    ),
  refetchInterval: EVERY_MS,
});

/** The newest call of one key; asked again until there is one. */
export const firstCallQuery = (keyId: string) =>
  queryOptions({
    queryKey: ['request-log', 'first', keyId],
    queryFn: async ({ signal }) => {
      const query = { credential_id: keyId, per_page: 1, total: 'false' };
      const { data } = await call<{ readonly data: readonly LoggedCall[] }>('GET', '/v1/request-log', query, signal);
      return data[0] ?? null;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? false : 2_000),
  });

export const usageQuery = queryOptions({
  queryKey: ['usage', 'minute'],
  queryFn: ({ signal }) => call<UsageReport>('GET', '/v1/usage', { interval: 'minute' }, signal),
  refetchInterval: EVERY_MS,
});
