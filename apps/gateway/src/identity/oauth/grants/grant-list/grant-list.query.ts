import { orderOf, POOL } from '@cds/postgres';
import { type CursorEnvelope, Cursors, listScope, mapPage, tablePage } from '@cds/listing';
import type { Caller } from '@cds/identity';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { checkHasScopes, mayManage } from '../../../api-keys/key-grants.js';
import type { AccountListQuery } from '../../account-list.js';

interface GrantRow {
  id: string;
  client_id: string;
  client_name: string;
  account_id: string;
  person_id: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
}

/** What a person of the account allowed an app, as the API answers it. */
export interface GrantView {
  readonly id: string;
  readonly client: { readonly id: string; readonly name: string };
  readonly account_id: string;
  readonly person_id: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string;
}

/** The grants that people of an account gave. */
@Injectable()
export class GrantListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly cursors: Cursors,
  ) {}

  /** What other accounts have takes the scope `admin`. */
  async execute(query: AccountListQuery, caller: Caller): Promise<CursorEnvelope<GrantView>> {
    const accountId = query.account_id ?? caller.accountId;
    if (!mayManage(caller, accountId)) checkHasScopes(caller, ['admin']);
    const page = await tablePage<GrantRow>(
      this.pool,
      this.cursors,
      listScope('oauth-grants', accountId, query),
      query,
      {
        table: 'oauth_grants',
        columns: 'id, account_id, client_id, client_name, person_id, scopes, created_at, expires_at',
        joins: `CROSS JOIN LATERAL (SELECT name AS client_name FROM oauth_clients
          WHERE oauth_clients.id = client_id) of_client`,
        order: orderOf(query.sort),
        terms: (values) => [`account_id = ${values.add(accountId)}`, IS_OF_CLIENT],
      },
    );
    return mapPage(page, grantView);
  }
}

// The grants of a deleted client are removed later than it.
const IS_OF_CLIENT = `EXISTS (
  SELECT FROM oauth_clients WHERE oauth_clients.id = oauth_grants.client_id AND oauth_clients.deleted_at IS NULL)`;

const grantView = ({
  client_id: id,
  client_name: name,
  created_at: createdAt,
  expires_at: expiresAt,
  ...row
}: GrantRow): GrantView => ({
  id: row.id,
  client: { id, name },
  account_id: row.account_id,
  person_id: row.person_id,
  scopes: row.scopes,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});
