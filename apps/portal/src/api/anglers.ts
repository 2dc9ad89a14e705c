import type { Angler } from '@catch-data/sdk';
import { queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';
import { pageOf } from './list-page.js';

/** The anglers of the account, by name: the first hundred. */
export const anglersQuery = queryOptions({
  queryKey: ['anglers'],
  queryFn: ({ signal }) => pageOf<Angler>(cds.anglers.list({ sort: 'name', per_page: 100 }, { signal })),
});
