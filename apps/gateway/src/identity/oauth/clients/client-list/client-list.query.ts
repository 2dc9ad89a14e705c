import { orderOf, POOL } from '@cds/postgres';
import { type CursorEnvelope, Cursors, listScope, mapPage, tablePage } from '@cds/listing';
import type { Caller } from '@cds/identity';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { checkHasScopes, mayManage } from '../../../api-keys/key-grants.js';
import type { AccountListQuery } from '../../account-list.js';
import { type ClientView, clientView } from '../client-view.js';

type ClientRow = Parameters<typeof clientView>[0];

const COLUMNS =
  'id, account_id AS "accountId", name, secret_hash AS "secretHash", redirect_uris AS "redirectUris", grant_types AS ' +
  '"grantTypes", scopes, created_at AS "createdAt", updated_at AS "updatedAt", created_by AS "createdBy"';

/** The OAuth clients of an account. */
@Injectable()
export class ClientListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly cursors: Cursors,
  ) {}

  /** What other accounts have takes the scope `admin`. */
  async execute(query: AccountListQuery, caller: Caller): Promise<CursorEnvelope<ClientView>> {
    const accountId = query.account_id ?? caller.accountId;
    if (!mayManage(caller, accountId)) checkHasScopes(caller, ['admin']);
    const page = await tablePage<ClientRow>(
      this.pool,
      this.cursors,
      listScope('oauth-clients', accountId, query),
      query,
      {
        table: 'oauth_clients',
        columns: COLUMNS,
        order: orderOf(query.sort),
        terms: (values) => [`account_id = ${values.add(accountId)}`, 'deleted_at IS NULL'],
      },
    );
    return mapPage(page, clientView);
  }
}
