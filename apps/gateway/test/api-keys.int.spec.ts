import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SCOPES } from '@cds/contracts';
import { newId } from '@cds/service-kit';
import { brokenListRules, eventually } from '@cds/testing';
import { hashOfApiKey, isWellFormedApiKey } from '../src/identity/api-keys/api-key.js';
import { KeyCache } from '../src/identity/api-keys/key-cache.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, send } from './http.harness.js';
import { addedAccount, asking, bodyOf, madeKey, type Shown } from './identity.builders.js';

let gateway: GatewayHarness;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.stop());

const asAdmin = (...[method, path, body, headers]: Parameters<ReturnType<typeof asking>>) =>
  asking(gateway, gateway.key)(method, path, body, headers);
const ORDER = { name: 'website', scopes: ['catches:read', 'catches:write'] };
const statusWith = async (key: string, path = '/v1/me') => (await asking(gateway, key)('GET', path)).status;

describe('POST /v1/api-keys', () => {
  it('shows a key that works at once, and stores its hash alone', async () => {
    const answer = await asAdmin('POST', '/v1/api-keys', {
      ...ORDER,
      expires_at: '2100-01-01T00:00:00Z',
      allowed_cidrs: ['127.0.0.0/8'],
      rate_limit: { limit: 60, window_seconds: 10 },
    });
    expect(answer.status).toBe(201);
    const { key, ...view } = bodyOf<Shown>(answer);
    expect(view).toEqual({
      ...ORDER,
      id: expect.stringMatching(/^key_/),
      account_id: expect.stringMatching(/^acc_/),
      prefix: key.slice(0, 13),
      allowed_cidrs: ['127.0.0.0/8'],
      rate_limit: { limit: 60, window_seconds: 10 },
      created_at: view.updated_at,
      updated_at: expect.stringMatching(/^20.*Z$/),
      expires_at: '2100-01-01T00:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
      replaced_by: null,
      created_by: expect.stringMatching(/^key_/),
    });
    expect(answer.headers).toMatchObject({
      location: `/v1/api-keys/${view.id}`,
      'cache-control': 'no-store',
      etag: expect.any(String),
    });
    expect(isWellFormedApiKey(key)).toBe(true);
    expect((await gateway.pool.query('SELECT hash FROM api_keys WHERE id = $1', [view.id])).rows).toEqual([
      { hash: hashOfApiKey(key) },
    ]);
    const me = await asking(gateway, key)('GET', '/v1/me');
    expect(bodyOf(me)).toMatchObject({
      account: { id: view.account_id },
      credential: { id: view.id, name: 'website' },
      scopes: ORDER.scopes,
    });
  });

  it('needs a name and scopes alone, and gives the default rate for ever and from everywhere', async () => {
    const { key: _key, ...view } = await madeKey(gateway, ORDER);
    expect(view).toMatchObject({ allowed_cidrs: [], rate_limit: { limit: 600, window_seconds: 60 }, expires_at: null });
  });

  it('takes each bound', async () => {
    const cidrs = Array.from({ length: 50 }, (_, index) => `10.0.${index}.0/24`);
    await madeKey(gateway, {
      name: 'x'.repeat(200),
      scopes: SCOPES,
      allowed_cidrs: cidrs,
      rate_limit: { limit: 100_000_000, window_seconds: 86_400 },
    });
    await madeKey(gateway, {
      name: 'x',
      allowed_cidrs: null,
      rate_limit: { limit: 1, window_seconds: 1 },
      expires_at: null,
    });
  });

  it.each([
    ['nothing', undefined, ''],
    ['no name', { scopes: ['catches:read'] }, '/name'],
    ['an empty name', { ...ORDER, name: '' }, '/name'],
    ['a name of 201 characters', { ...ORDER, name: 'x'.repeat(201) }, '/name'],
    ['no scopes', { name: 'x' }, '/scopes'],
    ['empty scopes', { ...ORDER, scopes: [] }, '/scopes'],
    ['an unknown scope', { ...ORDER, scopes: ['catches:eat'] }, '/scopes/0'],
    ['a time to end that is over', { ...ORDER, expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    ['a time to end that is none', { ...ORDER, expires_at: 'tomorrow' }, '/expires_at'],
    ['what is no CIDR', { ...ORDER, allowed_cidrs: ['10.0.0.0/33'] }, '/allowed_cidrs/0'],
    [
      '51 CIDRs',
      { ...ORDER, allowed_cidrs: Array.from({ length: 51 }, (_, index) => `10.0.${index}.0/24`) },
      '/allowed_cidrs',
    ],
    ['a rate of nothing', { ...ORDER, rate_limit: { limit: 0, window_seconds: 60 } }, '/rate_limit/limit'],
    [
      'a rate over the bound',
      { ...ORDER, rate_limit: { limit: 100_000_001, window_seconds: 60 } },
      '/rate_limit/limit',
    ],
    ['a window of nothing', { ...ORDER, rate_limit: { limit: 1, window_seconds: 0 } }, '/rate_limit/window_seconds'],
    [
      'a window of over a day',
      { ...ORDER, rate_limit: { limit: 1, window_seconds: 86_401 } },
      '/rate_limit/window_seconds',
    ],
    ['half a rate', { ...ORDER, rate_limit: { limit: 1 } }, '/rate_limit/window_seconds'],
    ['an account with NUL', { ...ORDER, account_id: 'acc_\0' }, '/account_id'],
    ['a field that is read-only', { ...ORDER, prefix: 'cds_live_mine' }, '/prefix'],
  ])('refuses %s', async (_what, body, pointer) => {
    const problem = problemOf(await asAdmin('POST', '/v1/api-keys', body));
    expect(problem).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(problem.errors).toEqual(expect.arrayContaining([expect.objectContaining({ pointer })]));
  });

  it('tells all that is wrong at once, the time to end included', async () => {
    const { errors } = problemOf(
      await asAdmin('POST', '/v1/api-keys', {
        name: '',
        scopes: [],
        expires_at: '2020-01-01T00:00:00Z',
        colour: 'red',
      }),
    );
    expect(errors?.map((one) => 'pointer' in one && one.pointer).toSorted()).toEqual([
      '/colour',
      '/expires_at',
      '/name',
      '/scopes',
    ]);
  });

  it('hands on no scope that the caller lacks, and names it', async () => {
    const { key } = await gateway.storeKey({ scopes: ['keys:write', 'catches:read'] });
    const problem = problemOf(
      await asking(gateway, key)('POST', '/v1/api-keys', {
        name: 'x',
        scopes: ['catches:read', 'species:write', 'admin'],
      }),
    );
    expect(problem).toMatchObject({
      status: 403,
      code: 'auth.scope',
      detail: expect.stringContaining('species:write, admin'),
    });
  });

  it('asks for admin for a rate above the default', async () => {
    const { key } = await gateway.storeKey({ scopes: ['keys:write'] });
    const order = (rate_limit: object) =>
      asking(gateway, key)('POST', '/v1/api-keys', { name: 'x', scopes: ['keys:write'], rate_limit });
    expect((await order({ limit: 600, window_seconds: 60 })).status).toBe(201);
    for (const rate of [
      { limit: 601, window_seconds: 60 },
      { limit: 600, window_seconds: 59 },
      { limit: 601, window_seconds: 3_600 },
    ]) {
      expect(problemOf(await order(rate))).toMatchObject({
        status: 403,
        code: 'auth.scope',
        detail: expect.stringContaining('admin'),
      });
    }
  });

  it('makes another account’s key for admin alone', async () => {
    const account = await addedAccount(gateway);
    expect(await madeKey(gateway, { account_id: account.id })).toMatchObject({ account_id: account.id });
    const { key, accountId } = await gateway.storeKey({ scopes: ['keys:write', 'catches:read'] });
    expect(await madeKey(gateway, { account_id: accountId }, key)).toMatchObject({ account_id: accountId });
    const problem = problemOf(
      await asking(gateway, key)('POST', '/v1/api-keys', {
        name: 'x',
        scopes: ['catches:read'],
        account_id: account.id,
      }),
    );
    expect(problem).toMatchObject({ status: 403, code: 'auth.scope' });
    const unknown = problemOf(await asAdmin('POST', '/v1/api-keys', { ...ORDER, account_id: newId('account') }));
    expect(unknown).toMatchObject({
      status: 422,
      code: 'account.unknown',
      errors: [expect.objectContaining({ pointer: '/account_id' })],
    });
  });

  it('is repeated under one Idempotency-Key without a second key, and without showing the first again', async () => {
    const headers = { 'idempotency-key': 'create-1' };
    const first = await asAdmin('POST', '/v1/api-keys', ORDER, headers);
    const { key, ...view } = bodyOf<Shown>(first);
    const again = await asAdmin('POST', '/v1/api-keys', ORDER, headers);
    expect(again).toMatchObject({
      status: 201,
      headers: { 'idempotency-replayed': 'true', location: first.headers.location, 'cache-control': 'no-store' },
    });
    expect(bodyOf(again)).toEqual(view);
    expect(problemOf(await asAdmin('POST', '/v1/api-keys', { ...ORDER, name: 'other' }, headers))).toMatchObject({
      status: 422,
      code: 'idempotency.key_reused',
    });
    const { rows } = await gateway.pool.query<{ answer: unknown }>('SELECT answer FROM idempotency_keys');
    expect(JSON.stringify(rows)).not.toContain(key);
  });
});

describe('the list of keys', () => {
  it('keeps the rules of every list', async () => {
    const { key } = await gateway.storeKey({ scopes: ['keys:read', 'keys:write'] });
    for (const name of ['one', 'two', 'three', 'four']) await madeKey(gateway, { name, scopes: ['keys:read'] }, key);
    const get = async (query: string) => {
      const { status, headers, text } = await asking(gateway, key)('GET', `/v1/api-keys?${query}`);
      return { status, headers: new Headers(headers as Record<string, string>), body: JSON.parse(text) as unknown };
    };
    expect(await brokenListRules({ get, field: 'id', other: 'sort=name' })).toEqual([]);
    expect(await brokenListRules({ get, query: 'sort=-name', field: 'name', other: 'active=true' })).toEqual([]);
  });

  it('shows one’s own alone, and another account’s to admin', async () => {
    const { key, id, accountId } = await gateway.storeKey({ scopes: ['keys:read'] });
    const idsOf = async (asked: Promise<{ text: string }>) =>
      (JSON.parse((await asked).text) as { data: { id: string }[] }).data.map((one) => one.id);
    expect(await idsOf(asking(gateway, key)('GET', '/v1/api-keys'))).toEqual([id]);
    expect(await idsOf(asking(gateway, key)('GET', `/v1/api-keys?account_id=${accountId}`))).toEqual([id]);
    expect(await idsOf(asAdmin('GET', `/v1/api-keys?account_id=${accountId}`))).toEqual([id]);
    const { accountId: other } = await gateway.storeKey();
    expect(problemOf(await asking(gateway, key)('GET', `/v1/api-keys?account_id=${other}`))).toMatchObject({
      status: 403,
      code: 'auth.scope',
    });
  });

  it('tells active keys from those that ended', async () => {
    const { key, id } = await gateway.storeKey({ scopes: ['keys:read', 'keys:write'] });
    const [revoked, expired] = [
      await madeKey(gateway, { scopes: ['keys:read'] }, key),
      await madeKey(gateway, { scopes: ['keys:read'] }, key),
    ];
    await asking(gateway, key)('DELETE', `/v1/api-keys/${revoked.id}`);
    await gateway.pool.query("UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE id = $1", [expired.id]);
    const ids = async (active: boolean) =>
      bodyOf<{ data: { id: string }[] }>(
        await asking(gateway, key)('GET', `/v1/api-keys?active=${active}&sort=created_at`),
      ).data.map((one) => one.id);
    expect(await ids(true)).toEqual([id]);
    expect(await ids(false)).toEqual([revoked.id, expired.id]);
  });
});

describe('one key', () => {
  it('is read without the key itself, in the fields that are asked for', async () => {
    const { key: _key, ...view } = await madeKey(gateway);
    expect(bodyOf(await asAdmin('GET', `/v1/api-keys/${view.id}`))).toEqual(view);
    expect(bodyOf(await asAdmin('GET', `/v1/api-keys/${view.id}?fields=id,prefix`))).toEqual({
      id: view.id,
      prefix: view.prefix,
    });
  });

  it.each([
    ['no JSON', 'application/json', 400],
    ['a form', 'application/x-www-form-urlencoded', 415],
    ['text', 'text/plain', 415],
  ])('is a 404 for another account before its body is looked at: %s', async (_what, type, status) => {
    const { key: stranger } = await gateway.storeKey({ scopes: ['keys:read', 'keys:write'] });
    const made = await madeKey(gateway, ORDER);
    for (const [method, path] of [
      ['PATCH', `/v1/api-keys/${made.id}`],
      ['POST', `/v1/api-keys/${made.id}/roll`],
    ] as const) {
      const ask = (key: string) =>
        send(gateway.url, path, {
          method,
          headers: { authorization: `Bearer ${key}`, 'content-type': type },
          body: '{',
        });
      expect([method, (await ask(stranger)).status, (await ask(gateway.key)).status]).toEqual([method, 404, status]);
    }
  });

  it('is a 404 for another account, whatever is asked of it, and for an id that is none', async () => {
    const { id } = await gateway.storeKey();
    const { key } = await gateway.storeKey({ scopes: ['keys:read', 'keys:write'] });
    const ask = asking(gateway, key);
    for (const path of [`/v1/api-keys/${id}`, `/v1/api-keys/${newId('apiKey')}`, '/v1/api-keys/none']) {
      const answers = [
        ask('GET', path),
        ask('PATCH', path, { colour: 'red' }),
        ask('DELETE', path),
        ask('POST', `${path}/roll`, { grace_seconds: -1 }),
      ];
      for (const answer of await Promise.all(answers))
        expect(problemOf(answer)).toMatchObject({ status: 404, code: 'api_key.not_found' });
    }
  });
});

describe('PATCH /v1/api-keys/{id}', () => {
  it('merges what it says and leaves the rest', async () => {
    const { key: _key, ...made } = await madeKey(gateway, {
      ...ORDER,
      allowed_cidrs: ['127.0.0.1'],
      rate_limit: { limit: 60, window_seconds: 30 },
    });
    const answer = await asAdmin('PATCH', `/v1/api-keys/${made.id}`, {
      name: 'shop',
      scopes: ['species:read'],
      expires_at: '2100-01-01T00:00:00+01:00',
      rate_limit: { limit: 61 },
    });
    expect(answer.status).toBe(200);
    const edited = {
      ...made,
      name: 'shop',
      scopes: ['species:read'],
      expires_at: '2099-12-31T23:00:00.000Z',
      rate_limit: { limit: 61, window_seconds: 30 },
      updated_at: expect.any(String),
    };
    expect(bodyOf(answer)).toEqual(edited);
    const emptied = await asAdmin(
      'PATCH',
      `/v1/api-keys/${made.id}`,
      { expires_at: null, allowed_cidrs: null, rate_limit: null },
      { 'content-type': 'application/merge-patch+json' },
    );
    expect(bodyOf(emptied)).toEqual({
      ...edited,
      expires_at: null,
      allowed_cidrs: [],
      rate_limit: { limit: 600, window_seconds: 60 },
    });
  });

  it('changes nothing with what is there already', async () => {
    const { key: _key, ...made } = await madeKey(gateway, ORDER);
    expect(bodyOf(await asAdmin('PATCH', `/v1/api-keys/${made.id}`, { name: made.name, scopes: made.scopes }))).toEqual(
      made,
    );
    expect(bodyOf(await asAdmin('PATCH', `/v1/api-keys/${made.id}`, {}))).toEqual(made);
  });

  it('has keys looked up anew only when it changes something', async () => {
    const { id, name } = await madeKey(gateway, ORDER);
    const changed = jest.spyOn(gateway.service.app.get(KeyCache), 'changed');
    await asAdmin('PATCH', `/v1/api-keys/${id}`, { name });
    expect(changed).not.toHaveBeenCalled();
    await asAdmin('PATCH', `/v1/api-keys/${id}`, { name: 'another' });
    expect(changed).toHaveBeenCalledTimes(1);
    for (const _time of [1, 2]) await asAdmin('DELETE', `/v1/api-keys/${id}`);
    expect(changed).toHaveBeenCalledTimes(2);
    changed.mockRestore();
  });

  it.each([
    [{ name: null }, '/name'],
    [{ scopes: [] }, '/scopes'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    [{ rate_limit: { limit: null } }, '/rate_limit/limit'],
    [{ account_id: 'acc_1' }, '/account_id'],
  ])('refuses %j', async (body, pointer) => {
    const { id } = await madeKey(gateway);
    expect(problemOf(await asAdmin('PATCH', `/v1/api-keys/${id}`, body)).errors).toEqual([
      expect.objectContaining({ pointer }),
    ]);
  });

  it('takes every scope that the key has and is to have', async () => {
    const { key, accountId } = await gateway.storeKey({ scopes: ['keys:write', 'catches:read'] });
    const wide = await madeKey(gateway, { account_id: accountId, scopes: ['catches:read', 'catches:write'] });
    const ask = asking(gateway, key);
    for (const body of [{ name: 'mine' }, { scopes: ['catches:read'] }]) {
      expect(problemOf(await ask('PATCH', `/v1/api-keys/${wide.id}`, body))).toMatchObject({
        status: 403,
        code: 'auth.scope',
        detail: expect.stringContaining('catches:write'),
      });
    }
    const narrow = await madeKey(gateway, {}, key);
    expect(problemOf(await ask('PATCH', `/v1/api-keys/${narrow.id}`, { scopes: ['webhooks:read'] })).detail).toContain(
      'webhooks:read',
    );
    expect((await ask('PATCH', `/v1/api-keys/${narrow.id}`, { name: 'mine' })).status).toBe(200);
  });

  it('lets an owner lower a rate that admin raised, not raise it', async () => {
    const { key, accountId } = await gateway.storeKey({ scopes: ['keys:write', 'catches:read'] });
    const { id } = await madeKey(gateway, { account_id: accountId, rate_limit: { limit: 6_000, window_seconds: 60 } });
    const patch = (rate_limit: object) => asking(gateway, key)('PATCH', `/v1/api-keys/${id}`, { rate_limit });
    expect(problemOf(await patch({ limit: 6_001 }))).toMatchObject({ status: 403, code: 'auth.scope' });
    expect((await patch({ limit: 5_000 })).status).toBe(200);
    expect(problemOf(await patch({ window_seconds: 59 })).status).toBe(403);
    expect((await patch({ limit: 600 })).status).toBe(200);
    expect(problemOf(await patch({ limit: 601 })).status).toBe(403);
  });

  it('holds If-Match against the state, which use does not change', async () => {
    const { id, key } = await madeKey(gateway, { scopes: ['keys:read'] });
    const { etag = '' } = (await asAdmin('GET', `/v1/api-keys/${id}`)).headers;
    await statusWith(key);
    await eventually(async () => expect((await asAdmin('GET', `/v1/api-keys/${id}`)).headers.etag).not.toBe(etag));
    const edited = await asAdmin('PATCH', `/v1/api-keys/${id}`, { name: 'two' }, { 'if-match': etag });
    expect(edited.status).toBe(200);
    expect(
      problemOf(await asAdmin('PATCH', `/v1/api-keys/${id}`, { name: 'three' }, { 'if-match': etag })),
    ).toMatchObject({ status: 412, code: 'request.precondition_failed' });
    expect(problemOf(await asAdmin('DELETE', `/v1/api-keys/${id}`, undefined, { 'if-match': etag })).status).toBe(412);
    expect(
      (await asAdmin('GET', `/v1/api-keys/${id}`, undefined, { 'if-none-match': edited.headers.etag ?? '' })).status,
    ).toBe(304);
  });

  it('holds at once on the copy that is asked', async () => {
    const { id, key } = await madeKey(gateway, { scopes: ['keys:read'] });
    expect(await statusWith(key, '/v1/api-keys')).toBe(200);
    await asAdmin('PATCH', `/v1/api-keys/${id}`, { scopes: ['catches:read'] });
    expect(await statusWith(key, '/v1/api-keys')).toBe(403);
  });
});

describe('DELETE /v1/api-keys/{id}', () => {
  it('stops the key, which stays to be read and can be changed no more', async () => {
    const { id, key } = await madeKey(gateway);
    expect(await statusWith(key)).toBe(200);
    expect(await asAdmin('DELETE', `/v1/api-keys/${id}`)).toMatchObject({ status: 204, text: '' });
    expect(await statusWith(key)).toBe(401);
    const { revoked_at: revokedAt } = bodyOf<Shown>(await asAdmin('GET', `/v1/api-keys/${id}`));
    expect(revokedAt).not.toBeNull();
    expect((await asAdmin('DELETE', `/v1/api-keys/${id}`)).status).toBe(204);
    expect(bodyOf<Shown>(await asAdmin('GET', `/v1/api-keys/${id}`)).revoked_at).toBe(revokedAt);
    expect(problemOf(await asAdmin('PATCH', `/v1/api-keys/${id}`, { name: 'x' }))).toMatchObject({
      status: 409,
      code: 'api_key.inactive',
    });
    expect(problemOf(await asAdmin('POST', `/v1/api-keys/${id}/roll`, {}))).toMatchObject({
      status: 409,
      code: 'api_key.inactive',
    });
  });

  it('revokes the very key that asks', async () => {
    const { id, key } = await madeKey(gateway, { scopes: ['keys:write'] });
    expect((await asking(gateway, key)('DELETE', `/v1/api-keys/${id}`)).status).toBe(204);
    expect(await statusWith(key)).toBe(401);
  });
});

describe('an account', () => {
  const MAX_KEYS = 100;
  /** An account with one key that works, one that was revoked, and as many more as make `count`. */
  const accountWith = async (count: number) => {
    const stored = await gateway.storeKey();
    await gateway.pool.query(
      `INSERT INTO api_keys (id, account_id, name, hash, prefix, scopes, revoked_at)
        SELECT $1 || '_' || n, $1, 'x', $1 || '_' || n, 'x', '{}', CASE WHEN n = 0 THEN now() END
        FROM generate_series(0, $2::int - 1) n`,
      [stored.accountId, count],
    );
    return { ...stored, ask: asking(gateway, stored.key) };
  };

  it('may have 100 keys, counted by one maker after the other; a revoked one makes room', async () => {
    const { ask, id } = await accountWith(MAX_KEYS - 1);
    const both = await Promise.all([ask('POST', '/v1/api-keys', ORDER), ask('POST', '/v1/api-keys', ORDER)]);
    expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 422]);
    const made = both.map((answer) => bodyOf<Shown>(answer)).find(({ key }) => key !== undefined) ?? { id: 'none' };
    const refused = await ask('POST', '/v1/api-keys', ORDER);
    expect(problemOf(refused)).toMatchObject({ status: 422, code: 'api_key.limit' });
    expect(problemOf(refused).detail).toContain(String(MAX_KEYS));
    expect((await ask('DELETE', `/v1/api-keys/${made.id}`)).status).toBe(204);
    expect((await ask('POST', '/v1/api-keys', ORDER)).status).toBe(201);
    expect((await ask('GET', `/v1/api-keys/${id}`)).status).toBe(200);
  });

  it('counts the rolled key and the new one while the grace runs; without a grace there is always room', async () => {
    const { ask, id } = await accountWith(MAX_KEYS);
    const refused = await ask('POST', `/v1/api-keys/${id}/roll`, { grace_seconds: 60 });
    expect(problemOf(refused)).toMatchObject({ status: 422, code: 'api_key.limit' });
    expect((await ask('POST', `/v1/api-keys/${id}/roll`, { grace_seconds: 0 })).status).toBe(201);
  });

  it('is not given the hundred-and-first key by an admin either', async () => {
    const { accountId } = await accountWith(MAX_KEYS);
    const refused = await asAdmin('POST', '/v1/api-keys', { ...ORDER, account_id: accountId });
    expect(problemOf(refused)).toMatchObject({ status: 422, code: 'api_key.limit' });
  });
});

describe('POST /v1/api-keys/{id}/roll', () => {
  it('makes a key with the same settings, and the old one goes on for the grace', async () => {
    const { key, id, ...old } = await madeKey(gateway, {
      ...ORDER,
      allowed_cidrs: ['127.0.0.1'],
      rate_limit: { limit: 60, window_seconds: 30 },
    });
    const answer = await asAdmin('POST', `/v1/api-keys/${id}/roll`, { grace_seconds: 3_600 });
    expect(answer.status).toBe(201);
    const rolled = bodyOf<Shown>(answer);
    expect(answer.headers.location).toBe(`/v1/api-keys/${rolled.id}`);
    expect(rolled).toEqual({
      ...old,
      id: expect.stringMatching(/^key_/),
      key: expect.any(String),
      prefix: rolled.key.slice(0, 13),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect([rolled.id, rolled.key]).not.toEqual([id, key]);
    expect([await statusWith(key), await statusWith(rolled.key)]).toEqual([200, 200]);
    const ending = bodyOf<Shown>(await asAdmin('GET', `/v1/api-keys/${id}`));
    expect(ending).toMatchObject({ replaced_by: rolled.id, revoked_at: null });
    expect(Date.parse(ending.expires_at ?? '') - Date.parse(ending.updated_at)).toBe(3_600_000);
    expect(problemOf(await asAdmin('POST', `/v1/api-keys/${id}/roll`, {})).code).toBe('api_key.inactive');
    expect(problemOf(await asAdmin('PATCH', `/v1/api-keys/${id}`, { expires_at: null })).code).toBe('api_key.inactive');
  });

  it('ends the old key at once without a grace', async () => {
    const { key, id } = await madeKey(gateway);
    const rolled = bodyOf<Shown>(await asAdmin('POST', `/v1/api-keys/${id}/roll`, { grace_seconds: 0 }));
    expect(await statusWith(key)).toBe(401);
    expect(await statusWith(rolled.key)).toBe(200);
  });

  it('gives a day of grace by default, and never beyond the key’s own end', async () => {
    const { id } = await madeKey(gateway);
    expect((await asAdmin('POST', `/v1/api-keys/${id}/roll`)).status).toBe(201);
    const day = bodyOf<Shown>(await asAdmin('GET', `/v1/api-keys/${id}`));
    expect(Date.parse(day.expires_at ?? '') - Date.parse(day.updated_at)).toBe(86_400_000);
    const end = new Date(Date.now() + 60_000).toISOString();
    const short = await madeKey(gateway, { expires_at: end });
    expect(bodyOf(await asAdmin('POST', `/v1/api-keys/${short.id}/roll`, { grace_seconds: 604_800 }))).toMatchObject({
      expires_at: end,
    });
    expect(bodyOf(await asAdmin('GET', `/v1/api-keys/${short.id}`))).toMatchObject({ expires_at: end });
  });

  it.each([-1, 0.5, 604_801, '60'])('refuses a grace of %j', async (grace) => {
    const { id } = await madeKey(gateway);
    expect(problemOf(await asAdmin('POST', `/v1/api-keys/${id}/roll`, { grace_seconds: grace })).errors).toEqual([
      expect.objectContaining({ pointer: '/grace_seconds' }),
    ]);
  });

  it('takes every scope that the key has, and refuses one that has expired', async () => {
    const { key, accountId } = await gateway.storeKey({ scopes: ['keys:write'] });
    const { id } = await madeKey(gateway, { account_id: accountId });
    expect(problemOf(await asking(gateway, key)('POST', `/v1/api-keys/${id}/roll`, {}))).toMatchObject({
      status: 403,
      code: 'auth.scope',
      detail: expect.stringContaining('catches:read'),
    });
    await gateway.pool.query("UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE id = $1", [id]);
    expect(problemOf(await asAdmin('POST', `/v1/api-keys/${id}/roll`, {}))).toMatchObject({
      status: 409,
      code: 'api_key.inactive',
    });
  });

  it('is repeated under one Idempotency-Key without the key, and at once makes one key', async () => {
    const { id } = await madeKey(gateway);
    const roll = (headers: Record<string, string> = {}) =>
      asAdmin('POST', `/v1/api-keys/${id}/roll`, { grace_seconds: 60 }, headers);
    const { key: _key, ...rolled } = bodyOf<Shown>(await roll({ 'idempotency-key': 'roll-1' }));
    const again = await roll({ 'idempotency-key': 'roll-1' });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(bodyOf(again)).toEqual(rolled);
    const statuses = (
      await Promise.all([1, 2, 3].map(() => asAdmin('POST', `/v1/api-keys/${rolled.id}/roll`, {})))
    ).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409, 409]);
  });
});

describe('a key with allowed_cidrs', () => {
  it('is refused from elsewhere, and told so', async () => {
    const { key } = await madeKey(gateway, { allowed_cidrs: ['203.0.113.0/24', '2001:db8::/32'] });
    const answer = await asking(gateway, key)('GET', '/v1/me');
    expect(problemOf(answer)).toMatchObject({
      status: 403,
      code: 'auth.network',
      detail: expect.stringContaining('127.0.0.1'),
    });
    expect((await asking(gateway, key)('GET', '/v1/me', undefined, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(
      403,
    );
  });

  it('works from where it is allowed', async () => {
    for (const cidr of ['127.0.0.1', '127.0.0.0/8', '0.0.0.0/0']) {
      const { key } = await madeKey(gateway, { allowed_cidrs: ['203.0.113.0/24', cidr] });
      expect(await statusWith(key)).toBe(200);
    }
  });
});

describe('behind a proxy that is trusted, a key with allowed_cidrs', () => {
  let proxied: GatewayHarness;
  beforeAll(async () => void (proxied = await startGateway({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })));
  afterAll(() => proxied.stop());

  it.each([
    ['203.0.113.7', 200],
    ['2001:db8::7', 200],
    ['::ffff:203.0.113.7', 200],
    ['::ffff:cb00:7107', 200],
    ['203.0.113.7:4711', 200],
    ['[2001:db8::7]:4711', 200],
    ['203.0.113.7:4711, 127.0.0.1:5555', 200],
    ['198.51.100.1:4711', 403],
    ['203.0.113.7, garbage', 403],
    ['198.51.100.1', 403],
    ['203.0.113.7, 198.51.100.1', 403],
    ['2001:db9::7', 403],
  ])('asked for by %s is answered %i', async (forwarded, status) => {
    const { key } = await madeKey(proxied, { allowed_cidrs: ['203.0.113.0/24', '2001:db8::/32'] });
    expect((await asking(proxied, key)('GET', '/v1/me', undefined, { 'x-forwarded-for': forwarded })).status).toBe(
      status,
    );
  });
});
