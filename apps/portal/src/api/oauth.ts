import type { OAuthClient, OAuthGrant } from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListPage } from './api-keys.js';
import { cds } from './client.js';

export const clientsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ['oauth-clients', cursor],
    queryFn: async ({ signal }) => (await cds.oauthClients.list({ cursor }, { signal })) as ListPage<OAuthClient>,
    placeholderData: keepPreviousData,
  });

export const grantsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ['oauth-grants', cursor],
    queryFn: async ({ signal }) => (await cds.oauthGrants.list({ cursor }, { signal })) as ListPage<OAuthGrant>,
    placeholderData: keepPreviousData,
  });
