import { POOL } from '@cds/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { send } from './http.harness.js';

let gateway: GatewayHarness;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.stop());

interface Page {
  readonly data: readonly { id: string }[];
  readonly total?: number;
}

const read = async (path: string, key: string): Promise<Page> =>
  JSON.parse((await send(gateway.url, path, { headers: { authorization: `Bearer ${key}` } })).text) as Page;

const ADD = `INSERT INTO oauth_clients (id, account_id, name, redirect_uris, grant_types, scopes, created_at,
  updated_at)
  SELECT 'app_' || gen_random_uuid(), $1, 'Another', '{}', '{}', '{}', now(), now()`;

/** Has somebody register a client before each statement that reads clients, one such statement after the other. */
const interleave = (accountId: string): (() => void) => {
  const pool = gateway.service.app.get<pg.Pool>(POOL);
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  let before: Promise<unknown> = Promise.resolve();
  const interleaved = (...given: unknown[]): Promise<unknown> => {
    if (!String(given[0]).includes('FROM oauth_clients')) return query(...given);
    return (before = before.then(() => query(ADD, [accountId])).then(() => query(...given)));
  };
  pool.query = interleaved as typeof pool.query;
  return () => void (pool.query = query as typeof pool.query);
};

describe('a list and its total', () => {
  it('are of one moment, whatever is added meanwhile', async () => {
    const { key, accountId } = await gateway.storeKey({ scopes: ['keys:read'] });
    const restore = interleave(accountId);
    try {
      for (let times = 0; times < 5; times += 1) {
        const { data, total } = await read('/v1/oauth-clients', key);
        expect(total).toBe(data.length);
      }
    } finally {
      restore();
    }
  });

  it('are right for an empty list, beyond the end, in order, and left out where no total is wanted', async () => {
    const { key, accountId } = await gateway.storeKey({ scopes: ['keys:read'] });
    expect(await read('/v1/oauth-clients', key)).toMatchObject({ data: [], total: 0 });
    for (let added = 0; added < 3; added += 1) await gateway.pool.query(ADD, [accountId]);
    expect(await read('/v1/oauth-clients?page=4&per_page=1', key)).toMatchObject({ data: [], total: 3 });
    const all = await read('/v1/oauth-clients?sort=created_at', key);
    expect(all.total).toBe(3);
    const { rows } = await gateway.pool.query<{ id: string }>(
      'SELECT id FROM oauth_clients WHERE account_id = $1 ORDER BY created_at, id',
      [accountId],
    );
    expect(all.data.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(await read('/v1/oauth-clients?total=false', key)).not.toHaveProperty('total');
  });
});
