import { orderOf, POOL, type SqlValues, isOneOf } from '@cds/postgres';
import { type CursorEnvelope, Cursors, listScope, mapPage, tablePage } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type AccountView, accountView, type ShownAccount } from '../account-view.js';
import { Accounts } from '../accounts.js';
import type { ListAccountsQuery } from './account-list.schemas.js';

const COLUMNS = 'id, name, email, created_at AS "createdAt", updated_at AS "updatedAt"';

/** Reads accounts that were not deleted. */
@Injectable()
export class AccountListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly accounts: Accounts,
    private readonly cursors: Cursors,
  ) {}

  async list(query: ListAccountsQuery): Promise<CursorEnvelope<AccountView>> {
    const page = await tablePage<ShownAccount>(this.pool, this.cursors, listScope('accounts', null, query), query, {
      table: 'accounts',
      columns: COLUMNS,
      order: orderOf(query.sort),
      terms: (values) => terms(query, values),
    });
    return mapPage(page, accountView);
  }

  async one(id: string): Promise<AccountView> {
    return accountView(await this.accounts.find(id));
  }
}

const terms = ({ email, q = '' }: ListAccountsQuery, values: SqlValues): string[] => [
  'deleted_at IS NULL',
  ...(email
    ? [
        isOneOf(
          'lower(email)',
          email.map((one) => one.toLowerCase()),
          values,
        ),
      ]
    : []),
  ...wordsOf(q).map(
    (word) =>
      `lower(name || ' ' || coalesce(email, '')) LIKE ${values.add(`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`)}`,
  ),
];

const wordsOf = (q: string): string[] =>
  q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
