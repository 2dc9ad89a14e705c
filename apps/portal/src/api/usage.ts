import type { RequestLogEntry } from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';
import { type Filters, pageOf } from './list-page.js';

const EVERY_MS = 10_000;

/** Of keys and apps. The portal's own calls are no news to who looks at it. */
const PROGRAMS = ['api_key', 'access_token'];

/** A page of the calls of the account; `by: everyone` is with those of this portal. */
export const requestsQuery = ({ by, ...filters }: Filters) => {
  const query = by === 'everyone' ? filters : { ...filters, credential_type: PROGRAMS };
  return queryOptions({
    queryKey: ['request-log', 'list', query],
    queryFn: ({ signal }) => pageOf<RequestLogEntry>(cds.requestLog.list(query as object, { signal })),
    placeholderData: keepPreviousData,
  });
};

/** The newest calls of keys and apps. */
export const lastCallsQuery = queryOptions({
  queryKey: ['request-log', 'last'],
  queryFn: async ({ signal }) =>
    cds.requestLog.list({ credential_type: PROGRAMS, per_page: 8, total: false }, { signal }),
  refetchInterval: EVERY_MS,
});

/** The newest call of one key; asked again until there is one. */
export const firstCallQuery = (keyId: string) =>
  queryOptions({
    queryKey: ['request-log', 'first', keyId],
    queryFn: async ({ signal }) => {
      const { data } = await cds.requestLog.list({ credential_id: keyId, per_page: 1, total: false }, { signal });
      return data[0] ?? null;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? false : 2_000),
  });

export const usageQuery = queryOptions({
  queryKey: ['usage', 'minute'],
  queryFn: async ({ signal }) => cds.usage.get({ interval: 'minute' }, { signal }),
  refetchInterval: EVERY_MS,
});
