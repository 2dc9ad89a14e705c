import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ID_PREFIXES } from '@cds/contracts';
import { HeavyReads } from '@cds/postgres';
import { brokenListRules, eventually } from '@cds/testing';
import { DeletedAccountSweeper } from '../src/edge/request-log/deleted-account-sweeper.js';
import { PartitionKeeper } from '../src/edge/request-log/partition-keeper.js';
import type { RequestLogEntryView } from '../src/edge/request-log/request-list/request-list.schemas.js';
import { RequestLog } from '../src/edge/request-log/write/request-log.js';
import { UsageTally } from '../src/edge/request-log/write/usage-tally.js';
import type { UsageView } from '../src/edge/request-log/usage/usage.schemas.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, send } from './http.harness.js';
import { asking, bodyOf } from './identity.builders.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';

let upstream: TestUpstream;
let gateway: GatewayHarness;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ upstreams: { catch: upstream.url } });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

type Account = Awaited<ReturnType<GatewayHarness['storeKey']>>;

const callAs = (account: Pick<Account, 'key'>, path: string, headers: Record<string, string> = {}) =>
  send(gateway.url, path, { headers: { authorization: `Bearer ${account.key}`, ...headers } });

/**
 * The calls of an account but those that ask for the log. Asking is eventual: a call is noted once its answer is out.
 */
const logged = async (account: Account, query = ''): Promise<RequestLogEntryView[]> => {
  await gateway.service.app.get(RequestLog).write();
  const answer = await asking(gateway, account.key)('GET', `/v1/request-log?per_page=100&${query}`);
  expect(answer.status).toBe(200);
  return bodyOf<{ data: RequestLogEntryView[] }>(answer).data.filter(({ route }) => route !== '/v1/request-log');
};

const problem = (status: number, code: string, detail: string) =>
  upstream.answerWith((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify({ code, detail })),
  );

describe('the request log', () => {
  it('has calls with characters that the database does not store, and goes on with those of others', async () => {
    const [account, other] = [await gateway.storeKey(), await gateway.storeKey()];
    problem(400, 'request.invalid', `must not be a\0b or ${'a'.repeat(475)}🐟🐟🐟🐟`);
    await callAs(account, '/v1/catches?sort=a%00b');
    upstream.answerWith();
    await callAs(account, `/v1/catches?sort=${'a'.repeat(59)}%F0%9F%90%9F`);
    await callAs(other, '/v1/catches');
    await eventually(async () => {
      expect((await logged(account)).map(({ query }) => query).sort()).toEqual([
        `sort=${'a'.repeat(59)}\u{fffd}`,
        'sort=a\u{fffd}b',
      ]);
      expect(await logged(other)).toHaveLength(1);
    });
  });

  it('tells of a call what was asked, by which key, and what became of it', async () => {
    const account = await gateway.storeKey();
    upstream.answerWith();
    await callAs(account, '/api/v1/catches/catch_1?fields=id&q=Zelda', { 'x-request-id': 'mine-1' });
    const [entry] = await eventually(async () => {
      const entries = await logged(account);
      expect(entries).toHaveLength(1);
      return entries;
    });
    expect(entry).toEqual({
      id: expect.stringMatching(new RegExp(`^${ID_PREFIXES.requestLogEntry}_`)),
      at: expect.stringMatching(/Z$/),
      method: 'GET',
      route: '/v1/catches/{id}',
      path: '/v1/catches/catch_1',
      query: 'fields=id&q=…',
      status: 200,
      code: null,
      detail: null,
      duration_ms: expect.any(Number),
      request_id: 'mine-1',
      credential_id: account.id,
      credential_type: 'api_key',
      credential_prefix: account.key.slice(0, entry?.credential_prefix?.length),
    });
  });

  it('tells why a call failed, whoever refused it', async () => {
    const account = await gateway.storeKey({ scopes: ['catches:read', 'keys:read'] });
    problem(404, 'catch.not_found', 'There is no such catch.');
    await callAs(account, '/v1/catches/catch_1'); // by a service
    await callAs(account, '/v1/accounts'); // by the pipeline
    await callAs(account, '/v1/api-keys/key_none'); // by the gateway itself
    await eventually(async () => {
      const entries = await logged(account, 'min_status=400&sort=at');
      expect(entries.map(({ route, code }) => [route, code]).sort()).toEqual([
        ['/v1/accounts', 'auth.scope'],
        ['/v1/api-keys/{id}', 'api_key.not_found'],
        ['/v1/catches/{id}', 'catch.not_found'],
      ]);
      expect(entries.every(({ detail }) => (detail ?? '').length > 5)).toBe(true);
    });
  });

  it('has no status for a call whose client went away before the answer', async () => {
    const account = await gateway.storeKey();
    upstream.answerWith(() => undefined);
    const aborted = new AbortController();
    const begun = upstream.begun.length;
    const call = fetch(`${gateway.url}/v1/catches`, {
      headers: { authorization: `Bearer ${account.key}` },
      signal: aborted.signal,
    }).catch(() => undefined);
    await eventually(() => expect(upstream.begun.length).toBeGreaterThan(begun));
    aborted.abort();
    await call;
    await eventually(async () => expect((await logged(account)).map(({ status }) => status)).toEqual([null]));
    upstream.answerWith();
  });

  it('filters by status, class, code, method, path, credential, request and time', async () => {
    const account = await gateway.storeKey();
    const other = await gateway.storeKey({ accountId: account.accountId });
    upstream.answerWith();
    await callAs(account, '/v1/catches', { 'x-request-id': 'filtered-1' });
    await callAs(other, '/v1/anglers');
    problem(409, 'catch.deleted', 'x');
    await callAs(account, '/v1/catches/catch_1');
    await eventually(async () => expect(await logged(account)).toHaveLength(3));
    const paths = async (query: string) => (await logged(account, query)).map(({ path }) => path).sort();
    expect(await paths('status=2xx')).toEqual(['/v1/anglers', '/v1/catches']);
    expect(await paths('status=409&status=5xx')).toEqual(['/v1/catches/catch_1']);
    expect(await paths('min_status=300')).toEqual(['/v1/catches/catch_1']);
    // A short one: a long value of `code` is taken for one of OAuth, which no log may have.
    expect(await paths('code=catch.deleted')).toEqual(['/v1/catches/catch_1']);
    expect(await paths('method=POST')).toEqual([]);
    expect(await paths('path=/v1/catches')).toEqual(['/v1/catches', '/v1/catches/catch_1']);
    expect(await paths(`credential_id=${other.id}`)).toEqual(['/v1/anglers']);
    expect(await paths('credential_type=access_token')).toEqual([]);
    expect(await paths('request_id=filtered-1')).toEqual(['/v1/catches']);
    expect(await paths('requested_after=2100-01-01T00:00:00Z')).toEqual([]);
    expect(await paths('requested_before=2100-01-01T00:00:00Z')).toHaveLength(3);
  });

  it('shows an account its own calls alone', async () => {
    const [one, other] = [await gateway.storeKey(), await gateway.storeKey()];
    upstream.answerWith();
    await callAs(one, '/v1/catches');
    await eventually(async () => expect(await logged(one)).toHaveLength(1));
    expect(await logged(other)).toEqual([]);
    expect(await logged(other, `credential_id=${one.id}`)).toEqual([]);
  });

  it.each(['status=4', 'status=999', 'min_status=many', 'requested_after=yesterday', 'colour=red', 'sort=status'])(
    'refuses %s',
    async (query) => {
      const answer = await asking(gateway, gateway.key)('GET', `/v1/request-log?${query}`);
      expect(problemOf(answer)).toMatchObject({ status: 400, errors: [{ parameter: query.split('=')[0] }] });
    },
  );

  it('keeps the rules of every list', async () => {
    const account = await gateway.storeKey();
    upstream.answerWith();
    for (const id of ['a', 'b', 'c', 'd']) await callAs(account, `/v1/catches/${id}`);
    await eventually(async () => expect(await logged(account)).toHaveLength(4));
    const get = async (query: string) => {
      const { status, headers, text } = await asking(gateway, account.key)('GET', `/v1/request-log?${query}`);
      return { status, headers: new Headers(headers as Record<string, string>), body: JSON.parse(text) as unknown };
    };
    const rules = { get, query: 'path=/v1/catches', field: 'path', other: 'sort=at' };
    expect(await brokenListRules(rules)).toEqual([]);
  });

  it('keeps a burst of calls whole, and of a flood so much that errors and others still fit', async () => {
    const [flooding, bystander] = [await gateway.storeKey(), await gateway.storeKey()];
    upstream.answerWith();
    for (let call = 0; call < 300; call += 30)
      await Promise.all(Array.from({ length: 30 }, () => callAs(flooding, '/v1/catches')));
    await callAs(flooding, '/v1/accounts/acc_none');
    await callAs(bystander, '/v1/catches');
    await eventually(async () => {
      expect(await logged(bystander)).toHaveLength(1);
      expect(await logged(flooding, 'status=4xx')).toHaveLength(1);
      const { rows } = await gateway.pool.query<{ kept: number }>(
        "SELECT count(*)::int AS kept FROM request_log WHERE account_id = $1 AND route = '/v1/catches'",
        [flooding.accountId],
      );
      expect(rows[0]?.kept).toBeGreaterThanOrEqual(120);
      // Besides the burst, what has room while the calls are made.
      expect(rows[0]?.kept).toBeLessThan(200);
    });
    await gateway.service.app.get(UsageTally).write();
    const { calls } = bodyOf<UsageView>(await asking(gateway, flooding.key)('GET', '/v1/usage'));
    expect(calls).toBeGreaterThanOrEqual(301);
  });
});

describe('usage', () => {
  const usage = async (account: Account, query = ''): Promise<UsageView> => {
    await gateway.service.app.get(UsageTally).write();
    return bodyOf<UsageView>(await asking(gateway, account.key)('GET', `/v1/usage?${query}`));
  };

  it('counts calls, errors and what a limit refused, in total, by time and by credential', async () => {
    const account = await gateway.storeKey({ rateLimit: 6, scopes: ['catches:read', 'keys:read'] });
    const other = await gateway.storeKey({ accountId: account.accountId });
    upstream.answerWith();
    await callAs(account, '/v1/catches');
    await callAs(account, '/v1/accounts');
    for (let call = 0; call < 7; call += 1) await callAs(account, '/v1/catches');
    const counted = await eventually(async () => {
      const found = await usage(other, `credential_id=${account.id}`);
      expect(found.calls).toBe(9);
      return found;
    });
    expect(counted).toMatchObject({ interval: 'minute', errors: 1, refused: 3, limit: { window_seconds: 60 } });
    expect(counted.credentials).toEqual([
      {
        id: account.id,
        name: 'test',
        prefix: expect.stringMatching(/^cds_live_/),
        limit: { limit: 6, window_seconds: 60 },
        calls: 9,
        errors: 1,
        refused: 3,
      },
    ]);
    expect(counted.data).toHaveLength(60);
    expect(counted.data.reduce((sum, { calls }) => sum + calls, 0)).toBe(9);
    expect((await usage(other)).credentials.map(({ id }) => id)).toEqual([account.id, other.id]);
    const byHour = await usage(other, 'interval=hour');
    expect(byHour.data).toHaveLength(24);
    expect(byHour.calls).toBeGreaterThanOrEqual(9);
  });

  it('is of the account alone', async () => {
    const [one, other] = [await gateway.storeKey(), await gateway.storeKey()];
    await callAs(one, '/v1/me');
    await eventually(async () => expect((await usage(one)).calls).toBeGreaterThan(0));
    expect((await usage(other, `credential_id=${one.id}`)).calls).toBe(0);
  });

  it('waits for the turn of its account, and leaves the others their own', async () => {
    const [flooding, bystander] = [await gateway.storeKey(), await gateway.storeKey()];
    const reads = gateway.service.app.get(HeavyReads);
    const gate = Promise.withResolvers<void>();
    const running = Array.from({ length: 110 }, () =>
      reads.run(flooding.accountId, () => gate.promise).catch(() => undefined),
    );
    const [refused, answered] = await Promise.all(
      [flooding, bystander].map(({ key }) => asking(gateway, key)('GET', '/v1/usage')),
    );
    gate.resolve();
    await Promise.all(running);
    expect(refused && problemOf(refused)).toMatchObject({ status: 429, code: 'limit.heavy_reads' });
    expect(answered?.status).toBe(200);
  });

  it('has whole buckets around the times that were asked for', async () => {
    const at = async (interval: string) =>
      usage(
        await gateway.storeKey(),
        `interval=${interval}&used_after=2026-11-20T07:30:20Z&used_before=2026-11-20T07:31:20Z`,
      );
    expect(await at('minute')).toMatchObject({
      starts_at: '2026-11-20T07:30:00.000Z',
      ends_at: '2026-11-20T07:32:00.000Z',
      data: [{ calls: 0 }, { calls: 0 }],
    });
    expect(await at('hour')).toMatchObject({ starts_at: '2026-11-20T07:00:00.000Z', data: [{ calls: 0 }] });
  });

  it.each([
    ['used_after=2026-11-20T00:00:00Z&used_before=2026-11-20T07:00:00Z', 'more minutes than fit'],
    ['interval=hour&used_after=2026-11-01T00:00:00Z&used_before=2026-11-20T00:00:00Z', 'more hours than fit'],
    ['used_after=2026-11-20T07:00:00Z&used_before=2026-11-20T06:00:00Z', 'no time at all'],
    ['used_after=noon', 'no time'],
  ])('refuses %s: %s', async (query) => {
    const answer = await asking(gateway, gateway.key)('GET', `/v1/usage?${query}`);
    expect(problemOf(answer)).toMatchObject({ status: 400, errors: [{ parameter: 'used_after' }] });
  });
});

describe('what is kept', () => {
  it('is dropped by the day when its time is over', async () => {
    const partitions = async () =>
      (
        await gateway.pool.query<{ name: string }>(
          `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = pg_inherits.inhrelid
            WHERE pg_inherits.inhparent IN ('request_log'::regclass, 'usage_minutes'::regclass)`,
        )
      ).rows.map(({ name }) => name);
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const nameOf = (table: string, ago: number) => `${table}_${day(ago).replaceAll('-', '')}`;
    for (const [table, ago] of [
      ['request_log', 9],
      ['request_log', 6],
      ['usage_minutes', 4],
    ] as const)
      await gateway.pool.query(
        `CREATE TABLE ${nameOf(table, ago)} PARTITION OF ${table} FOR VALUES FROM ('${day(ago)}T00:00:00Z')
          TO ('${day(ago - 1)}T00:00:00Z')`,
      );
    await eventually(async () => {
      await gateway.service.app.get(PartitionKeeper).keep();
      const left = await partitions();
      expect(left).not.toContain(nameOf('request_log', 9));
      expect(left).not.toContain(nameOf('usage_minutes', 4));
      expect(left).toEqual(expect.arrayContaining([nameOf('request_log', 6), nameOf('request_log', -7)]));
    });
  });

  it('goes with its account', async () => {
    const [kept, deleted] = [await gateway.storeKey(), await gateway.storeKey()];
    for (const account of [kept, deleted]) await callAs(account, '/v1/me');
    await eventually(async () => expect(await logged(deleted)).toHaveLength(1));
    const count = async ({ accountId }: Account) => {
      await gateway.service.app.get(UsageTally).write();
      await gateway.service.app.get(RequestLog).write();
      const { rows } = await gateway.pool.query<{ rows: number }>(
        `SELECT (SELECT count(*) FROM request_log WHERE account_id = $1)::int
          + (SELECT count(*) FROM usage_minutes WHERE account_id = $1)::int
          + (SELECT count(*) FROM usage_hours WHERE account_id = $1)::int AS rows`,
        [accountId],
      );
      return rows[0]?.rows;
    };
    expect(await count(kept)).toBeGreaterThan(0);
    await asking(gateway, gateway.key)('DELETE', `/v1/accounts/${deleted.accountId}`);
    await eventually(async () => {
      await gateway.service.app.get(DeletedAccountSweeper).sweep();
      expect(await count(deleted)).toBe(0);
    });
    expect(await count(kept)).toBeGreaterThan(0);
  });
});
