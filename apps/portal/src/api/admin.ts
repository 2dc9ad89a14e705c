import type { Account, AuditEntry, CreateOptions } from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';
import { type Filters, type ListPage, pageOf } from './list-page.js';

/** A key, an app or a grant of an account, as far as it is shown to administrators. */
export interface Credential {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
}

export const accountsQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['accounts', query],
    queryFn: ({ signal }) => pageOf<Account>(cds.accounts.list(query as object, { signal })),
    placeholderData: keepPreviousData,
  });

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', id],
    queryFn: async ({ signal }) => (await cds.accounts.get(id, {}, { signal })) as Account,
  });

export const auditLogQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['audit-log', query],
    queryFn: ({ signal }) => pageOf<AuditEntry>(cds.auditLog.list(query as object, { signal })),
    placeholderData: keepPreviousData,
  });

/** What an account's programs call with, by the member of the SDK. */
export const CREDENTIALS = ['apiKeys', 'oauthClients', 'oauthGrants'] as const;
export type CredentialKind = (typeof CREDENTIALS)[number];

type CredentialRow = Omit<Credential, 'name'> & { readonly name?: string; readonly client?: { readonly name: string } };

const LISTS: Readonly<Record<CredentialKind, (query: Filters, signal: AbortSignal) => PromiseLike<object>>> = {
  apiKeys: (query, signal) => cds.apiKeys.list(query as object, { signal }),
  oauthClients: (query, signal) => cds.oauthClients.list(query as object, { signal }),
  oauthGrants: (query, signal) => cds.oauthGrants.list(query as object, { signal }),
};

export const credentialsQuery = (kind: CredentialKind, query: Filters) =>
  queryOptions({
    queryKey: ['credentials', kind, query],
    queryFn: async ({ signal }): Promise<ListPage<Credential>> => {
      const page = await pageOf<CredentialRow>(LISTS[kind](query, signal));
      return { ...page, data: page.data.map((row) => ({ ...row, name: row.name ?? row.client?.name ?? row.id })) };
    },
    placeholderData: keepPreviousData,
  });

export const endCredential = (kind: CredentialKind, id: string): Promise<void> =>
  kind === 'oauthClients' ? cds.oauthClients.delete(id) : cds[kind].revoke(id);

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password?: string;
}

export const createAccount = (body: NewAccount, options?: CreateOptions): Promise<Account> =>
  cds.accounts.create(body, options) as Promise<Account>;

export const updateAccount = (id: string, patch: Partial<Omit<NewAccount, 'password'>>): Promise<Account> =>
  cds.accounts.update(id, patch) as Promise<Account>;

export const deleteAccount = (id: string): Promise<void> => cds.accounts.delete(id);
