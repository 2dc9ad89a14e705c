import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOPICS } from '@cds/contracts';
import { appErrorOf, newId } from '@cds/service-kit';
import { IdempotencyStore, type Reservation } from '@cds/idempotency';
import { brokenListRules, createTopics, eventually, testKafka, uniqueName } from '@cds/testing';
import { type Consumer, Kafka, logLevel } from 'kafkajs';
import { AddAccountHandler } from '../src/identity/accounts/add-account/add-account.handler.js';
import type { AccountView } from '../src/identity/accounts/account-view.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf } from './http.harness.js';
import { addedAccount, asking, bodyOf, madeKey } from './identity.builders.js';

interface Heard {
  readonly type: string;
  readonly subject: string;
  readonly data: unknown;
}

let gateway: GatewayHarness;
let consumer: Consumer;
const heard: Heard[] = [];
beforeAll(async () => {
  const { brokers } = testKafka();
  await createTopics(brokers, [{ topic: TOPICS.identityEvents, partitions: 3 }]);
  gateway = await startGateway();
  consumer = new Kafka({ brokers, clientId: 'tests', logLevel: logLevel.NOTHING }).consumer({
    groupId: uniqueName('identity'),
  });
  await consumer.connect();
  await consumer.subscribe({ topic: TOPICS.identityEvents, fromBeginning: true });
  await consumer.run({
    eachMessage: ({ message: { headers, value } }) => {
      heard.push({
        type: String(headers?.['ce_type']),
        subject: String(headers?.['ce_subject']),
        data: JSON.parse(String(value)) as unknown,
      });
      return Promise.resolve();
    },
  });
});
afterAll(async () => {
  await consumer.disconnect();
  await gateway.stop();
});

const asAdmin = (...[method, path, body, headers]: Parameters<ReturnType<typeof asking>>) =>
  asking(gateway, gateway.key)(method, path, body, headers);

describe('POST /v1/accounts', () => {
  it('adds an account, without a key', async () => {
    const answer = await asAdmin('POST', '/v1/accounts', { name: 'Lake Travis Anglers', email: 'Office@example.com' });
    expect(answer.status).toBe(201);
    const account = bodyOf<AccountView>(answer);
    expect(account).toEqual({
      id: expect.stringMatching(/^acc_/),
      name: 'Lake Travis Anglers',
      email: 'Office@example.com',
      created_at: account.updated_at,
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(answer.headers).toMatchObject({ location: `/v1/accounts/${account.id}`, etag: expect.any(String) });
    const read = await asAdmin('GET', `/v1/accounts/${account.id}`);
    expect(bodyOf(read)).toEqual(account);
    expect(read.headers.etag).toBe(answer.headers.etag);
    expect(bodyOf(await asAdmin('GET', `/v1/api-keys?account_id=${account.id}`))).toMatchObject({ total: 0 });
  });

  it.each([
    ['nothing', undefined, ''],
    ['no name', { email: 'a@example.com' }, '/name'],
    ['an empty name', { name: '', email: 'a@example.com' }, '/name'],
    ['a name of 201 characters', { name: 'x'.repeat(201), email: 'a@example.com' }, '/name'],
    ['a name with NUL', { name: 'x\0', email: 'a@example.com' }, '/name'],
    ['no e-mail address', { name: 'x' }, '/email'],
    ['what is no e-mail address', { name: 'x', email: 'office' }, '/email'],
    [
      'an e-mail address of 255 characters',
      { name: 'x', email: `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}${'c'.repeat(3)}.com` },
      '/email',
    ],
    ['a field that is read-only', { name: 'x', email: 'a@example.com', id: 'acc_1' }, '/id'],
  ])('refuses %s', async (_what, body, pointer) => {
    const problem = problemOf(await asAdmin('POST', '/v1/accounts', body));
    expect(problem).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(problem.errors).toEqual(expect.arrayContaining([expect.objectContaining({ pointer })]));
  });

  it('is repeated under one Idempotency-Key without a second account', async () => {
    const headers = { 'idempotency-key': 'account-1' };
    const order = { name: 'Once', email: 'once@example.com' };
    const [first, again] = [
      await asAdmin('POST', '/v1/accounts', order, headers),
      await asAdmin('POST', '/v1/accounts', order, headers),
    ];
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(bodyOf(again)).toEqual(bodyOf(first));
    expect(bodyOf(await asAdmin('GET', '/v1/accounts?email=ONCE@example.com'))).toMatchObject({ total: 1 });
  });

  it('writes nothing for a request whose Idempotency-Key another one has taken over', async () => {
    const { accountId } = await gateway.storeKey();
    const request = { accountId, key: 'taken-over', fingerprint: 'f' };
    const app = gateway.service.app;
    const late = (await app.get(IdempotencyStore).reserve(request)) as Reservation;
    await gateway.pool.query(`UPDATE idempotency_keys SET leased_until = now() WHERE key = 'taken-over'`);
    await app.get(IdempotencyStore).reserve(request);
    const actor = { accountId, credentialId: 'key_late', address: '192.0.2.1', requestId: 'r', traceparent: null };
    const caller = {
      ...actor,
      accountName: 'Late',
      scopes: [],
      credential: {
        type: 'api_key' as const,
        name: 'late',
        rateLimit: null,
        allowedCidrs: [],
        expiresAt: null,
        grantId: null,
      },
      reservation: late,
    };
    const failure: unknown = await app
      .get(AddAccountHandler)
      .execute({ name: 'Late', email: 'late@example.com' }, caller)
      .catch((error: unknown) => error);
    expect(appErrorOf(failure).code).toBe('idempotency.in_progress');
    expect(bodyOf(await asAdmin('GET', '/v1/accounts?email=late@example.com'))).toMatchObject({ total: 0 });
    expect(bodyOf(await asAdmin('GET', '/v1/audit-log?actor_id=key_late'))).toMatchObject({ total: 0 });
  });
});

describe('the list of accounts', () => {
  it('keeps the rules of every list', async () => {
    const get = async (query: string) => {
      const { status, headers, text } = await asAdmin('GET', `/v1/accounts?${query}`);
      return { status, headers: new Headers(headers as Record<string, string>), body: JSON.parse(text) as unknown };
    };
    for (const name of ['Listed a', 'Listed b', 'Listed c', 'Listed d']) await addedAccount(gateway, { name });
    expect(await brokenListRules({ get, query: 'q=listed', field: 'id', other: 'sort=name' })).toEqual([]);
    expect(
      await brokenListRules({ get, query: 'q=listed&sort=-name', field: 'name', other: 'email=none@example.com' }),
    ).toEqual([]);
  });

  it('finds by e-mail address in any case, and by every word of name and e-mail address', async () => {
    const { id } = await addedAccount(gateway, { name: 'Bass 100% Club', email: 'Captain@Bass.example.com' });
    const idsOf = async (query: string) =>
      bodyOf<{ data: AccountView[] }>(await asAdmin('GET', `/v1/accounts?${query}`)).data.map((one) => one.id);
    expect(await idsOf('email=captain@bass.EXAMPLE.com&email=other@example.com')).toEqual([id]);
    expect(await idsOf('q=100%25+CAPTAIN')).toEqual([id]);
    expect(await idsOf('q=100%25+walleye')).toEqual([]);
  });
});

describe('PATCH /v1/accounts/{id}', () => {
  it('reports a missing account before a body that is no JSON', async () => {
    const patch = (id: string) =>
      gateway.call(`/v1/accounts/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: '{',
      });
    const { id } = await addedAccount(gateway);
    expect(problemOf(await patch(newId('account'))).code).toBe('account.not_found');
    expect(problemOf(await patch(id)).code).toBe('request.malformed_json');
  });

  it('merges what it says, and its keys tell the new name within a second', async () => {
    const account = await addedAccount(gateway);
    const { key } = await madeKey(gateway, { account_id: account.id });
    const name = async () =>
      bodyOf<{ account: { name: string } }>(await asking(gateway, key)('GET', '/v1/me')).account.name;
    expect(await name()).toBe('Added');
    const answer = await asAdmin('PATCH', `/v1/accounts/${account.id}`, { name: 'Renamed' });
    expect(bodyOf(answer)).toEqual({ ...account, name: 'Renamed', updated_at: expect.any(String) });
    await eventually(async () => expect(await name()).toBe('Renamed'));
    expect(bodyOf(await asAdmin('PATCH', `/v1/accounts/${account.id}`, { name: 'Renamed' }))).toEqual(bodyOf(answer));
  });

  it.each([
    [{ name: null }, '/name'],
    [{ email: null }, '/email'],
    [{ email: 'x' }, '/email'],
    [{ handle: 'admin' }, '/handle'],
  ])('refuses %j', async (body, pointer) => {
    const { id } = await addedAccount(gateway);
    expect(problemOf(await asAdmin('PATCH', `/v1/accounts/${id}`, body)).errors).toEqual([
      expect.objectContaining({ pointer }),
    ]);
  });

  it('holds If-Match', async () => {
    const { id } = await addedAccount(gateway);
    const { etag = '' } = (await asAdmin('GET', `/v1/accounts/${id}`)).headers;
    expect((await asAdmin('PATCH', `/v1/accounts/${id}`, { name: 'two' }, { 'if-match': etag })).status).toBe(200);
    expect(
      problemOf(await asAdmin('PATCH', `/v1/accounts/${id}`, { name: 'three' }, { 'if-match': etag })).status,
    ).toBe(412);
    expect(problemOf(await asAdmin('DELETE', `/v1/accounts/${id}`, undefined, { 'if-match': etag })).status).toBe(412);
  });
});

describe('DELETE /v1/accounts/{id}', () => {
  it('stops its keys, leaves nothing that names anybody, and tells the other services', async () => {
    const { id } = await addedAccount(gateway, { name: 'Zelda Secret', email: 'secret@example.com' });
    const { key, id: keyId } = await madeKey(gateway, { account_id: id });
    expect((await asking(gateway, key)('GET', '/v1/me')).status).toBe(200);
    expect(await asAdmin('DELETE', `/v1/accounts/${id}`)).toMatchObject({ status: 204, text: '' });
    expect((await asking(gateway, key)('GET', '/v1/me')).status).toBe(401);
    expect(bodyOf(await asAdmin('GET', `/v1/api-keys/${keyId}`))).toMatchObject({
      name: 'deleted account',
      revoked_at: expect.any(String),
    });
    for (const answer of [
      await asAdmin('GET', `/v1/accounts/${id}`),
      await asAdmin('PATCH', `/v1/accounts/${id}`, { name: 'x' }),
      await asAdmin('DELETE', `/v1/accounts/${id}`),
    ]) {
      expect(problemOf(answer)).toMatchObject({ status: 410, code: 'account.deleted' });
    }
    expect(bodyOf(await asAdmin('GET', '/v1/accounts?email=secret@example.com'))).toMatchObject({ total: 0 });
    expect(
      problemOf(await asAdmin('POST', '/v1/api-keys', { name: 'x', scopes: ['admin'], account_id: id })).code,
    ).toBe('account.unknown');
    const { rows } = await gateway.pool.query('SELECT name, email, handle FROM accounts WHERE id = $1', [id]);
    expect(rows).toEqual([{ name: 'deleted account', email: null, handle: null }]);
    await eventually(
      () =>
        expect(heard.filter(({ subject }) => subject === id)).toEqual([
          { type: 'AccountDeletedV1', subject: id, data: { id, deleted_at: expect.any(String), version: 1 } },
        ]),
      { timeoutMs: 15_000 },
    );
  });

  it('refuses one’s own', async () => {
    const { account } = bodyOf<{ account: { id: string } }>(await asAdmin('GET', '/v1/me'));
    expect(problemOf(await asAdmin('DELETE', `/v1/accounts/${account.id}`))).toMatchObject({
      status: 409,
      code: 'account.own',
    });
  });

  it.each(['acc_none', newId('account')])('is a 404 for %s, as every other call is', async (id) => {
    for (const answer of [
      await asAdmin('GET', `/v1/accounts/${id}`),
      await asAdmin('PATCH', `/v1/accounts/${id}`, {}),
      await asAdmin('DELETE', `/v1/accounts/${id}`),
    ]) {
      expect(problemOf(answer)).toMatchObject({ status: 404, code: 'account.not_found' });
    }
  });

  it('is carried out once by several at the same time', async () => {
    const { id } = await addedAccount(gateway);
    const statuses = (await Promise.all([1, 2, 3].map(() => asAdmin('DELETE', `/v1/accounts/${id}`)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([204, 410, 410]);
  });
});
