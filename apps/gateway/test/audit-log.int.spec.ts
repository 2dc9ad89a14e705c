import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { POOL } from '@cds/postgres';
import { brokenListRules, eventually, rowsRead } from '@cds/testing';
import type pg from 'pg';
import { makeApiKey } from '../src/identity/api-keys/api-key.js';
import { AuditChain } from '../src/identity/audit-log/audit-chain.js';
import { AuditLog } from '../src/identity/audit-log/audit-log.js';
import { AuditSweeper } from '../src/identity/audit-log/audit-sweeper.js';
import { AuditTally } from '../src/identity/audit-log/audit-tally.js';
import type { AuditEntryView } from '../src/identity/audit-log/audit-list/audit-list.schemas.js';
import { PrismaService } from '../src/database/prisma.service.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, send } from './http.harness.js';
import { addedAccount, asking, bodyOf, madeKey } from './identity.builders.js';

let gateway: GatewayHarness;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.stop());

const asAdmin = (...[method, path, body, headers]: Parameters<ReturnType<typeof asking>>) =>
  asking(gateway, gateway.key)(method, path, body, headers);
const entries = async (query: string) =>
  bodyOf<{ data: AuditEntryView[] }>(await asAdmin('GET', `/v1/audit-log?${query}`)).data;
const entry = { accountId: null, actorId: null, targetId: null, address: null, requestId: null } as const;

// Before other entries: it begins at the beginning of the chain.
describe('the sweep', () => {
  it('deletes what is older than it is kept, and nothing else', async () => {
    await gateway.pool.query(
      `INSERT INTO audit_entries (id, at, action) SELECT 'aud_old_' || n, now() - interval '366 days', 'test.swept'
        FROM generate_series(1, 2500) n
       UNION ALL SELECT 'aud_new', now() - interval '364 days', 'test.swept'`,
    );
    const [chain, sweeper] = [gateway.service.app.get(AuditChain), gateway.service.app.get(AuditSweeper)];
    let swept = 0;
    await eventually(async () => {
      await chain.extend();
      swept += await sweeper.sweep();
      expect(swept).toBe(2_500);
    });
    expect((await entries('action=test.swept')).map(({ id }) => id)).toEqual(['aud_new']);
  });
});

describe('the audit log', () => {
  it('tells of keys who did what, from where and in which request', async () => {
    const { id, account_id: accountId } = await madeKey(gateway, { scopes: ['catches:read'] });
    await asAdmin(
      'PATCH',
      `/v1/api-keys/${id}`,
      { name: 'two', rate_limit: { limit: 5 } },
      { 'x-request-id': 'audited-1' },
    );
    await asAdmin('POST', `/v1/api-keys/${id}/roll`, { grace_seconds: 60 });
    await asAdmin('DELETE', `/v1/api-keys/${id}`);
    const told = await entries(`target_id=${id}&sort=at`);
    expect(told.map(({ action, details }) => [action, details])).toEqual([
      ['api_key.created', { scopes: ['catches:read'] }],
      ['api_key.edited', { changed: ['name', 'rate_limit', 'rate_window_seconds'] }],
      ['api_key.rolled', { grace_seconds: 60, replaced_by: expect.stringMatching(/^key_/) }],
      ['api_key.revoked', null],
    ]);
    expect(told[1]).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: expect.stringMatching(/Z$/),
      action: 'api_key.edited',
      account_id: accountId,
      actor: { type: 'api_key', id: expect.stringMatching(/^key_/) },
      target_id: id,
      address: '127.0.0.1',
      request_id: 'audited-1',
      details: expect.any(Object),
    });
  });

  it('tells of accounts', async () => {
    const { id } = await addedAccount(gateway, { name: 'Zelda Secret' });
    await asAdmin('PATCH', `/v1/accounts/${id}`, { email: 'secret@example.com' });
    await asAdmin('DELETE', `/v1/accounts/${id}`);
    const told = await entries(`account_id=${id}&sort=at`);
    expect(told.map(({ action, details }) => [action, details])).toEqual([
      ['account.created', null],
      ['account.edited', { changed: ['email'] }],
      ['account.deleted', null],
    ]);
    expect(JSON.stringify(told)).not.toMatch(/secret/i);
  });

  it('tells nothing of what was refused or changed nothing', async () => {
    const { id } = await madeKey(gateway);
    await asAdmin('PATCH', `/v1/api-keys/${id}`, { name: 'made' });
    await asAdmin('PATCH', `/v1/api-keys/${id}`, { name: '' });
    expect(await entries(`target_id=${id}`)).toHaveLength(1);
  });

  it('is for admin alone', async () => {
    const { key } = await gateway.storeKey({ scopes: ['keys:read', 'keys:write'] });
    expect(problemOf(await asking(gateway, key)('GET', '/v1/audit-log'))).toMatchObject({
      status: 403,
      code: 'auth.scope',
    });
  });

  it('keeps the rules of every list', async () => {
    const get = async (query: string) => {
      const { status, headers, text } = await asAdmin('GET', `/v1/audit-log?${query}`);
      return { status, headers: new Headers(headers as Record<string, string>), body: JSON.parse(text) as unknown };
    };
    for (const targetId of ['a', 'b', 'c', 'd'])
      await gateway.service.app.get(AuditLog).record({ ...entry, action: 'test.listed', targetId });
    expect(await brokenListRules({ get, query: 'action=test.listed', field: 'target_id', other: 'sort=at' })).toEqual(
      [],
    );
  });

  it('filters by what it shows, with OR in one and AND between them, and by time', async () => {
    const log = gateway.service.app.get(AuditLog);
    await log.record({
      ...entry,
      action: 'test.filtered',
      accountId: 'acc_1',
      actorId: 'usr_1',
      targetId: 'one',
      address: '203.0.113.1',
    });
    await log.record(
      {
        ...entry,
        action: 'test.filtered',
        accountId: 'acc_2',
        actorId: 'app_1',
        targetId: 'two',
        address: '203.0.113.2',
      },
      gateway.service.app.get(PrismaService),
    );
    const targets = async (query: string) =>
      (await entries(`action=test.filtered&${query}`)).map(({ target_id: id }) => id);
    expect(await targets('target_id=one&target_id=two&sort=at')).toEqual(['one', 'two']);
    expect(await targets('account_id=acc_1')).toEqual(['one']);
    expect(await targets('actor_id=app_1')).toEqual(['two']);
    expect(await targets('address=203.0.113.2&account_id=acc_1')).toEqual([]);
    expect(await targets('at_after=2020-01-01T00:00:00Z&at_before=2021-01-01T00:00:00Z')).toEqual([]);
    expect(await targets('at_after=2020-01-01T00:00:00Z&at_before=2100-01-01T00:00:00Z')).toHaveLength(2);
    expect((await entries('action=test.filtered&sort=at')).map(({ actor }) => actor?.type)).toEqual([
      'person',
      'oauth_client',
    ]);
  });

  it.each(['at_after=yesterday', 'action=', 'sort=action', 'colour=red'])('refuses %s', async (query) => {
    expect(problemOf(await asAdmin('GET', `/v1/audit-log?${query}`))).toMatchObject({
      status: 400,
      errors: [{ parameter: query.split('=')[0] }],
    });
  });
});

describe('an account that causes very many entries', () => {
  const PER_PAGE = 25;
  /** The page, and a few entries that an order by time passes over for a filter that nearly all entries match. */
  const MOST_READ = 4 * PER_PAGE;
  beforeAll(async () => {
    await gateway.pool.query(
      `INSERT INTO audit_entries (id, at, action, account_id)
        SELECT 'aud_noise_' || n, now() - make_interval(secs => n / 100.0), 'test.noise',
          CASE WHEN n % 1000 = 0 THEN 'acc_quiet' ELSE 'acc_noisy' END
        FROM generate_series(1, 20000) n`,
    );
    await gateway.pool.query('ANALYZE audit_entries');
  });

  it.each(['account_id=acc_quiet', 'account_id=acc_noisy', 'action=test.noise', 'sort=at', ''])(
    'makes no page read more than a few entries (%s)',
    async (query) => {
      const pool = gateway.service.app.get<pg.Pool>(POOL);
      const run = jest.spyOn(pool, 'query');
      expect(await entries(`${query}&total=false`)).not.toEqual([]);
      const [text, values] = run.mock.calls.map((call) => call as unknown as [string, unknown[]]).find(isOfPage) ?? [];
      run.mockRestore();
      const db = await gateway.pool.connect();
      try {
        await db.query('BEGIN');
        const before = await rowsRead(db, 'audit_entries');
        await db.query(String(text), values);
        expect((await rowsRead(db, 'audit_entries')) - before).toBeLessThanOrEqual(MOST_READ);
      } finally {
        await db.query('ROLLBACK');
        db.release();
      }
    },
  );

  it('has them counted on no connection of those who sign in or make keys', async () => {
    const holder = await gateway.pool.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE audit_tallies IN ACCESS EXCLUSIVE MODE');
      const page = entries('account_id=acc_noisy');
      await eventually(async () => {
        const { rows } = await gateway.pool.query<{ name: string }>(
          `SELECT application_name AS name FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
              AND query LIKE 'SELECT count(*)%audit_log%'`,
        );
        expect(rows).toEqual([{ name: 'gateway-heavy-reads' }]);
      });
      await holder.query('COMMIT');
      expect(await page).toHaveLength(PER_PAGE);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });
});

const isOfPage = ([text]: readonly unknown[]): boolean => String(text).includes('FROM audit_log');

describe('refused credentials', () => {
  const refusals = async (query: string) =>
    (await entries(`action=credential.refused&${query}`)).map(({ details }) => details);

  it.each([
    ['revoked', { revokedAt: new Date(0) }],
    ['expired', { expiresAt: new Date(0) }],
  ])('are told of once a minute with their number, when they are %s', async (reason, facts) => {
    const { key, id, accountId } = await gateway.storeKey(facts);
    for (let time = 0; time < 3; time += 1)
      await send(gateway.url, '/v1/me', { headers: { authorization: `Bearer ${key}` } });
    await eventually(async () => {
      const told = await entries(`action=credential.refused&target_id=${id}`);
      expect(told).toEqual(
        told.map(() =>
          expect.objectContaining({ account_id: accountId, actor: null, address: '127.0.0.1', request_id: null }),
        ),
      );
      expect(told.map(({ details }) => details?.['reason'])).toEqual(told.map(() => reason));
      expect(told.reduce((sum, { details }) => sum + Number(details?.['count']), 0)).toBe(3);
    });
  });

  it('are told of without a key when it is unknown or malformed, and never with a part of it', async () => {
    const unknown = makeApiKey();
    for (const key of [unknown, 'cds_live_wrong'])
      await send(gateway.url, '/v1/me', { headers: { authorization: `Bearer ${key}` } });
    await eventually(async () =>
      expect((await refusals('address=127.0.0.1')).map((details) => details?.['reason'])).toEqual(
        expect.arrayContaining(['unknown', 'malformed']),
      ),
    );
    const { rows } = await gateway.pool.query<{ dump: string }>('SELECT json_agg(a)::text AS dump FROM audit_log a');
    expect(rows[0]?.dump).not.toContain('cds_live_');
  });

  it('from outside a key’s network are told with the key', async () => {
    const { key, id } = await madeKey(gateway, { allowed_cidrs: ['203.0.113.0/24'] });
    await send(gateway.url, '/v1/me', { headers: { authorization: `Bearer ${key}` } });
    await eventually(async () => expect(await refusals(`target_id=${id}`)).toEqual([{ reason: 'network', count: 1 }]));
  });

  it('that are access tokens are told too', async () => {
    await send(gateway.url, '/v1/me', { headers: { authorization: 'Bearer eyJhbGciOiJFUzI1NiJ9.e30.x' } });
    await eventually(async () =>
      expect(await refusals('address=127.0.0.1')).toContainEqual({ reason: 'token_unknown', count: 1 }),
    );
  });

  it('that are good, but lack the scope of a route, are told with the scope', async () => {
    const { key, id, accountId } = await gateway.storeKey({ scopes: ['catches:read'] });
    for (let times = 0; times < 2; times += 1) await asking(gateway, key)('GET', '/v1/accounts');
    await eventually(async () => {
      const told = await entries(`action=access.refused&target_id=${id}`);
      expect(told.map(({ account_id: account, details }) => [account, details?.['reason']])).toEqual(
        told.map(() => [accountId, 'lacks admin']),
      );
      expect(told.reduce((sum, { details }) => sum + Number(details?.['count']), 0)).toBe(2);
    });
  });

  it('from more addresses than there is room for are counted together', async () => {
    const tally = gateway.service.app.get(AuditTally);
    const flood = { action: 'test.flood', accountId: null, targetId: null, reason: 'flood' } as const;
    for (let address = 0; address < 3_000; address += 1)
      tally.note({ ...flood, address: `2001:db8::${address.toString(16)}` });
    const { rows } = await eventually(async () => {
      const found = await gateway.pool.query<{ rows: number; count: number; rest: number }>(
        `SELECT count(*)::int AS rows, sum((details->>'count')::int)::int AS count,
          sum((details->>'count')::int) FILTER (WHERE address IS NULL)::int AS rest FROM audit_log
          WHERE action = 'test.flood'`,
      );
      expect(found.rows[0]?.count).toBe(3_000);
      return found;
    });
    // Across the end of a minute there is room for as many again.
    expect(rows[0]?.rows).toBeLessThanOrEqual(2_002);
    expect(rows[0]?.rest).toBeGreaterThan(0);
  });
});

describe('the chain', () => {
  const linked = async (targetId: string) => {
    const { rows } = await gateway.pool.query<{ action: string; details: { count: number }; position: string }>(
      `SELECT entry.action, entry.details, link.position FROM audit_entries AS entry
        JOIN audit_chain AS link ON link.entry_id = entry.id WHERE entry.target_id = $1`,
      [targetId],
    );
    return rows;
  };

  it('gets each entry soon after it was added, and its end is logged', async () => {
    await gateway.service.app.get(AuditLog).record({ ...entry, action: 'test.chained', targetId: 'chained' });
    await eventually(async () => expect(await linked('chained')).toHaveLength(1));
    await eventually(() =>
      expect(gateway.log).toContainEqual(
        expect.objectContaining({ msg: 'audit.chained', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }),
      ),
    );
  });

  it('gets what is counted when its minutes are over, and the list has it once before and after', async () => {
    const counted = {
      action: 'test.counted',
      accountId: null,
      targetId: 'counted',
      address: null,
      reason: 'x',
    } as const;
    await gateway.service.app.get(AuditTally).record(counted, 'r1');
    const before = await entries('target_id=counted');
    expect(before).toEqual([expect.objectContaining({ request_id: 'r1', details: { reason: 'x', count: 1 } })]);
    await gateway.pool.query("UPDATE audit_tallies SET at = at - interval '3 minutes' WHERE target_id = 'counted'");
    await eventually(async () =>
      expect(await linked('counted')).toEqual([expect.objectContaining({ details: { reason: 'x', count: 1 } })]),
    );
    expect((await entries('target_id=counted')).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });
});
