import { SCOPES } from '@cds/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { type Answer, problemOf, send } from './http.harness.js';

let gateway: GatewayHarness;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.stop());

const PATH = '/v1/oauth-clients';
const ORDER = {
  name: 'Board',
  redirect_uris: ['https://board.example.com/cb'],
  grant_types: ['authorization_code', 'refresh_token'],
  scopes: ['catches:read'],
  confidential: true,
};

const call = (
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  send(gateway.url, path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && {
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const json = ({ text }: Answer): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
const register = async (key = gateway.key, change: object = {}) => {
  const answer = await call(key, 'POST', PATH, { ...ORDER, ...change });
  expect(answer.status).toBe(201);
  return json(answer) as { id: string; client_secret?: string };
};
const tokenOf = ({ id, client_secret: secret = '' }: { id: string; client_secret?: string }) =>
  send(gateway.url, '/oauth/token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
const MACHINE = { grant_types: ['client_credentials'], redirect_uris: [] };

describe('POST /v1/oauth-clients', () => {
  it('registers a client and shows its secret this once', async () => {
    const answer = await call(gateway.key, 'POST', PATH, ORDER);
    const client = json(answer);
    expect(client).toEqual({
      id: expect.stringMatching(/^app_/),
      account_id: expect.stringMatching(/^acc_/),
      created_by: expect.stringMatching(/^key_/),
      ...ORDER,
      created_at: expect.any(String),
      updated_at: client['created_at'],
      client_secret: expect.stringMatching(/^cds_secret_[\w-]{43}$/),
    });
    expect(answer.headers).toMatchObject({ location: `${PATH}/${String(client['id'])}`, 'cache-control': 'no-store' });
    const read = await gateway.call(String(answer.headers.location));
    const { client_secret: secret, ...shown } = client;
    expect(json(read)).toEqual(shown);
    expect(read.headers.etag).toBe(answer.headers.etag);
    expect(json(await gateway.call(`${String(answer.headers.location)}?fields=name`))).toEqual({ name: 'Board' });
    const { rows } = await gateway.pool.query<{ stored: string }>(
      `SELECT concat((SELECT string_agg(c::text, '') FROM oauth_clients c), (SELECT string_agg(a::text, '')
        FROM audit_entries a)) AS stored`,
    );
    expect(rows[0]?.stored).not.toContain(secret);
    expect(rows[0]?.stored).toContain('oauth_client.created');
    expect(JSON.stringify(gateway.log)).not.toContain(secret);
  });

  it('gives a public client no secret', async () => {
    expect(await register(gateway.key, { confidential: false })).not.toHaveProperty('client_secret');
  });

  it('registers one that works at once', async () => {
    expect((await tokenOf(await register(gateway.key, MACHINE))).status).toBe(200);
  });

  it('names all that is wrong', async () => {
    const answer = await call(gateway.key, 'POST', PATH, {
      name: '',
      redirect_uris: ['http://example.com/cb'],
      grant_types: ['password'],
      scopes: ['catches:eat', 'admin', 'admin'],
      confidential: 'yes',
      id: 'app_1',
    });
    const { status, errors } = problemOf(answer) as unknown as { status: number; errors: { pointer: string }[] };
    expect(status).toBe(400);
    expect(errors.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/name', '/redirect_uris/0', '/grant_types/0', '/scopes/0', '/confidential', '/id']),
    );
  });

  it.each([
    ['a code without an address to go back to', { redirect_uris: [] }, '/redirect_uris'],
    ['client credentials of a public client', { ...MACHINE, confidential: false }, '/grant_types'],
    ['refresh tokens for nothing', { grant_types: ['client_credentials', 'refresh_token'] }, '/grant_types'],
    ['no grant type', { grant_types: [] }, '/grant_types'],
    ['no scope', { scopes: [] }, '/scopes'],
    ['a scope twice', { scopes: ['catches:read', 'catches:read'] }, '/scopes'],
    [
      '21 addresses',
      { redirect_uris: Array.from({ length: 21 }, (_one, index) => `https://a.example.com/${index}`) },
      '/redirect_uris',
    ],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, '/name'],
    ['a name that turns what stands beside it', { name: 'Catch \u202eppa laiciffo' }, '/name'],
    ['a name with a line feed', { name: 'Catch\napp' }, '/name'],
  ])('refuses %s', async (_kind, change, pointer) => {
    expect(problemOf(await call(gateway.key, 'POST', PATH, { ...ORDER, ...change }))).toMatchObject({
      status: 400,
      errors: [{ pointer }],
    });
  });

  it('takes 20 addresses and a name of 200 characters', async () => {
    await register(gateway.key, {
      name: 'x'.repeat(200),
      redirect_uris: Array.from({ length: 20 }, (_one, index) => `https://a.example.com/${index}`),
    });
  });

  it.each([
    'https://a.example.com',
    'https://a.example.com/cb?x=1',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:8080/cb',
    'http://[::1]:9/cb',
    'http://localhost:3000/cb',
  ])('takes the address %s', async (uri) => {
    await register(gateway.key, { redirect_uris: [uri] });
  });

  it.each([
    'http://a.example.com/cb',
    'https://a.example.com/cb#x',
    'https://a.example.com/cb#',
    'https://u:p@a.example.com/cb',
    'https://@a.example.com/cb',
    'http://127.0.0.2/cb',
    'https://127.0.0.1/cb',
    'com.example.app:/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    '/cb',
    'https://A.example.com/cb',
    'https://a.example.com/../cb',
    'https://*.example.com/cb',
    'https://a.example.com/*',
    'https://a.example.com/cb?next=*',
    'http://127.0.0.1:*/cb',
    'https:a.example.com',
    'https://a.example;sandbox/cb',
    'https://a.example,b.example/cb',
    "https://'none'/cb",
    'https://a.example:0/cb',
    'http://127.0.0.1:0/cb',
    ' https://a.example.com/',
    '',
    `https://a.example.com/${'x'.repeat(2_048)}`,
  ])('refuses the address %j', async (uri) => {
    expect(problemOf(await call(gateway.key, 'POST', PATH, { ...ORDER, redirect_uris: [uri] }))).toMatchObject({
      status: 400,
      errors: expect.arrayContaining([expect.objectContaining({ pointer: '/redirect_uris/0' })]),
    });
  });

  it('refuses a scope that its maker lacks', async () => {
    const { key } = await gateway.storeKey({ scopes: ['keys:write', 'catches:read'] });
    const problem = problemOf(await call(key, 'POST', PATH, { ...ORDER, scopes: ['catches:read', 'species:write'] }));
    expect(problem).toMatchObject({ status: 403, code: 'auth.scope' });
    expect(problem.detail).toContain('species:write');
    await register(key);
  });

  it('takes no form', async () => {
    const headers = { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/x-www-form-urlencoded' };
    for (const path of [PATH, `/api${PATH}`]) {
      expect(problemOf(await send(gateway.url, path, { method: 'POST', headers, body: 'name=Board' }))).toMatchObject({
        status: 415,
        code: 'request.unsupported_media_type',
      });
    }
  });

  it('stops at 100 for an account', async () => {
    const { key, accountId } = await gateway.storeKey();
    await gateway.pool.query(
      `INSERT INTO oauth_clients (id, account_id, name, redirect_uris, grant_types, scopes, created_at, updated_at)
        SELECT $1 || '_' || n, $1, 'x', '{}', '{}', '{}', now(), now() FROM generate_series(1, 99) n`,
      [accountId],
    );
    const both = await Promise.all([call(key, 'POST', PATH, ORDER), call(key, 'POST', PATH, ORDER)]);
    expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 422]);
    expect(problemOf(await call(key, 'POST', PATH, ORDER))).toMatchObject({ status: 422, code: 'oauth_client.limit' });
  });
});

describe('the clients of an account that is deleted', () => {
  const DELETE = 'UPDATE accounts SET deleted_at = now() WHERE id = $1';
  const waiting = async (): Promise<number> => {
    const { rows } = await gateway.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM accounts%'`,
    );
    return rows[0]?.count ?? 0;
  };

  it('get no new one by a call that waited for the deletion', async () => {
    const { key, accountId } = await gateway.storeKey();
    const deleting = await gateway.pool.connect();
    await deleting.query('BEGIN');
    await deleting.query(DELETE, [accountId]);
    const answer = call(key, 'POST', PATH, { ...ORDER, ...MACHINE });
    try {
      await eventually(async () => expect(await waiting()).toBe(1));
    } finally {
      await deleting.query('COMMIT');
      deleting.release();
    }
    expect(problemOf(await answer)).toMatchObject({ status: 401, code: 'auth.invalid' });
    const { rows } = await gateway.pool.query('SELECT 1 FROM oauth_clients WHERE account_id = $1', [accountId]);
    expect(rows).toEqual([]);
  });

  it('get no tokens', async () => {
    const { key, accountId } = await gateway.storeKey();
    const client = await register(key, MACHINE);
    expect((await tokenOf(client)).status).toBe(200);
    await gateway.pool.query(DELETE, [accountId]);
    expect(await tokenOf(client)).toMatchObject({ status: 401, text: expect.stringContaining('invalid_client') });
  });
});

describe('GET /v1/oauth-clients', () => {
  it('lists one’s own, newest first, page by page and by cursor', async () => {
    const { key } = await gateway.storeKey();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await register(key)).id);
    const page = async (query: string) =>
      json(await call(key, 'GET', `${PATH}${query}`)) as {
        data: { id: string }[];
        total: number;
        next_cursor: string | null;
        has_more: boolean;
        page: number | null;
      };
    const first = await page('?per_page=2');
    expect(first).toMatchObject({ total: 3, has_more: true, page: 1 });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.data[0]).not.toHaveProperty('client_secret');
    const second = await page(`?per_page=2&cursor=${first.next_cursor ?? ''}`);
    expect(second).toMatchObject({ total: 3, has_more: false, page: null, next_cursor: null });
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2));
    expect((await page('?sort=created_at')).data.map(({ id }) => id)).toEqual(ids.toReversed());
    expect((await page('?per_page=1&page=3')).data.map(({ id }) => id)).toEqual(ids.slice(2));
    expect((await call(key, 'GET', `${PATH}?per_page=2`)).headers.link).toContain('rel="next"');
    expect((await page('?fields=id&total=false')).data).toEqual(ids.map((id) => ({ id })));
  });

  it('refuses what it does not know', async () => {
    for (const query of ['?color=red', '?sort=name', '?per_page=101', '?cursor=abc'])
      expect((await gateway.call(`${PATH}${query}`)).status).toBe(400);
  });
});

describe('PATCH /v1/oauth-clients/{id}', () => {
  it('merges, under the tag that was read', async () => {
    const { id } = await register();
    const { headers, text } = await gateway.call(`${PATH}/${id}`);
    const edited = await call(
      gateway.key,
      'PATCH',
      `${PATH}/${id}`,
      { name: 'Board 2', scopes: ['species:read'] },
      { 'if-match': String(headers.etag) },
    );
    expect(json(edited)).toEqual({
      ...(JSON.parse(text) as object),
      name: 'Board 2',
      scopes: ['species:read'],
      updated_at: expect.any(String),
    });
    const stale = await call(
      gateway.key,
      'PATCH',
      `${PATH}/${id}`,
      { name: 'Board 3' },
      { 'if-match': String(headers.etag) },
    );
    expect(problemOf(stale)).toMatchObject({ status: 412, code: 'request.precondition_failed' });
    const same = await call(gateway.key, 'PATCH', `${PATH}/${id}`, { name: 'Board 2' });
    expect(same.headers.etag).toBe(edited.headers.etag);
  });

  it('refuses what would not fit, and what cannot be set', async () => {
    const { id } = await register();
    for (const [body, pointer] of [
      [{ redirect_uris: [] }, '/redirect_uris'],
      [{ confidential: false }, '/confidential'],
      [{ name: null }, '/name'],
    ] as const) {
      expect(problemOf(await call(gateway.key, 'PATCH', `${PATH}/${id}`, body))).toMatchObject({
        status: 400,
        errors: [{ pointer }],
      });
    }
  });

  it('takes every scope that the client has and is to have', async () => {
    const { key, accountId } = await gateway.storeKey({ scopes: ['keys:write', 'catches:read'] });
    const { id } = await register(key);
    expect((await call(key, 'PATCH', `${PATH}/${id}`, { scopes: ['admin'] })).status).toBe(403);
    await gateway.pool.query("UPDATE oauth_clients SET scopes = '{admin}' WHERE id = $1 AND account_id = $2", [
      id,
      accountId,
    ]);
    expect((await call(key, 'PATCH', `${PATH}/${id}`, { redirect_uris: ['https://evil.example.com/'] })).status).toBe(
      403,
    );
    expect((await call(key, 'POST', `${PATH}/${id}/rotate-secret`)).status).toBe(403);
  });
});

describe('POST /v1/oauth-clients/{id}/rotate-secret', () => {
  it('replaces the secret at once', async () => {
    const client = await register(gateway.key, MACHINE);
    const answer = await call(gateway.key, 'POST', `${PATH}/${client.id}/rotate-secret`);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const rotated = json(answer) as { id: string; client_secret: string };
    expect((await tokenOf(client)).status).toBe(401);
    expect((await tokenOf(rotated)).status).toBe(200);
  });

  it('happens once for an idempotency key, and is replayed without the secret', async () => {
    const client = await register(gateway.key, MACHINE);
    const rotate = (body?: object) =>
      call(gateway.key, 'POST', `${PATH}/${client.id}/rotate-secret`, body, { 'idempotency-key': 'rotate' });
    const rotated = json(await rotate()) as { client_secret?: string };
    const replay = await rotate();
    expect([replay.status, replay.headers['idempotency-replayed']]).toEqual([200, 'true']);
    const { client_secret: secret, ...view } = rotated;
    expect(secret).toBeDefined();
    expect(json(replay)).toEqual(view);
    expect((await tokenOf({ id: client.id, ...rotated })).status).toBe(200);
    expect((await rotate({ length: 64 })).status).toBe(422);
  });

  it('refuses the fields of a body, which it does not take', async () => {
    const { id } = await register(gateway.key, MACHINE);
    const rotate = (one: string) => call(gateway.key, 'POST', `${PATH}/${one}/rotate-secret`, { length: 64 });
    expect(problemOf(await rotate(id))).toMatchObject({ status: 400, errors: [{ pointer: '/length' }] });
    expect((await rotate('app_01h455vb4pex5vsknk084sn02q')).status).toBe(404);
  });

  it('has nothing to replace of a public client', async () => {
    const { id } = await register(gateway.key, { confidential: false });
    expect(problemOf(await call(gateway.key, 'POST', `${PATH}/${id}/rotate-secret`))).toMatchObject({
      status: 409,
      code: 'oauth_client.public',
    });
  });
});

describe('DELETE /v1/oauth-clients/{id}', () => {
  it('ends the client with its tokens', async () => {
    const client = await register(gateway.key, MACHINE);
    const { access_token: token } = json(await tokenOf(client)) as { access_token: string };
    const me = async () =>
      (await send(gateway.url, '/v1/me', { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await me()).toBe(200);
    expect((await call(gateway.key, 'DELETE', `${PATH}/${client.id}`, undefined, { 'if-match': '"old"' })).status).toBe(
      412,
    );
    expect((await call(gateway.key, 'DELETE', `${PATH}/${client.id}`)).status).toBe(204);
    expect((await tokenOf(client)).status).toBe(401);
    await eventually(async () => expect(await me()).toBe(401));
    expect((await call(gateway.key, 'DELETE', `${PATH}/${client.id}`)).status).toBe(404);
  });
});

describe('another account’s client', () => {
  it('is not there, except for an admin', async () => {
    const { id } = await register();
    const admin = await gateway.storeKey();
    expect((await call(admin.key, 'GET', `${PATH}/${id}`)).status).toBe(200);
    const { key } = await gateway.storeKey({ scopes: SCOPES.filter((scope) => scope !== 'admin') });
    for (const [method, path, body] of [
      ['GET', id],
      ['PATCH', id, { name: 'x' }],
      ['PATCH', id, { nonsense: 1 }],
      ['DELETE', id],
      ['POST', `${id}/rotate-secret`],
      ['GET', 'nonsense'],
    ] as const) {
      expect(problemOf(await call(key, method, `${PATH}/${path}`, body))).toMatchObject({
        status: 404,
        code: 'oauth_client.not_found',
      });
    }
  });
});

describe('POST /v1/oauth-clients under an Idempotency-Key', () => {
  it('makes one client, and shows its secret once', async () => {
    const { key } = await gateway.storeKey();
    const post = (body: object) => call(key, 'POST', PATH, body, { 'idempotency-key': 'client-1' });
    const [first, again] = [await post(ORDER), await post(ORDER)];
    const { client_secret: secret, ...view } = json(first);
    expect(secret).toEqual(expect.any(String));
    expect([again.status, json(again), again.headers['idempotency-replayed']]).toEqual([201, view, 'true']);
    expect(problemOf(await post({ ...ORDER, name: 'Other' }))).toMatchObject({
      status: 422,
      code: 'idempotency.key_reused',
    });
    expect(json(await call(key, 'GET', PATH))).toMatchObject({ total: 1 });
    expect(
      (await gateway.pool.query<{ kept: string }>('SELECT answer::text AS kept FROM idempotency_keys')).rows
        .map(({ kept }) => kept)
        .join(),
    ).not.toContain('cds_secret_');
  });
});
