import type { ListApiKeysParams } from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';

export const apiKeysQuery = (params: ListApiKeysParams) =>
  queryOptions({
    queryKey: ['api-keys', params],
    queryFn: async ({ signal }) => cds.apiKeys.list(params, { signal }),
    placeholderData: keepPreviousData,
  });
