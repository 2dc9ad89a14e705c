import type { Caller } from '@cds/identity';
import { brokenListRules } from '@cds/testing';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import { Registry } from 'prom-client';
import { type Created, someAccount, WebhookHarness } from './webhook.harness.js';
import { EndpointCreationRates } from '../src/endpoints/create-endpoint/endpoint-creation-rates.store.js';
import { DEFAULT_RETRY_SCHEDULE } from '../src/endpoints/retry-schedule.js';

interface Problem {
  code: string;
  detail: string;
  errors: { pointer?: string; parameter?: string; code: string }[];
}

let app: WebhookHarness;
beforeAll(async () => {
  app = await WebhookHarness.start({ env: { WEBHOOK_ALLOW_LOOPBACK: 'false' } });
});
afterAll(() => app.stop());

const order = { url: 'https://example.com/hooks', event_types: ['catch.*'] };
const create = (body: unknown, caller: Caller = someAccount()) =>
  app.call<Created & Problem>(caller, 'POST', '/v1/webhooks', body);

describe('POST /v1/webhooks', () => {
  it('answers 201 with the endpoint, its place and its secret', async () => {
    const { status, headers, body } = await create({ ...order, description: 'trophies' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v1/webhooks/${body.id}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      id: expect.stringMatching(/^we_[0-9a-z]{26}$/) as string,
      url: order.url,
      event_types: ['catch.*'],
      filter: null,
      ordering: 'none',
      max_rate_per_second: null,
      retry_schedule: DEFAULT_RETRY_SCHEDULE,
      description: 'trophies',
      headers: {},
      status: 'enabled',
      disabled_at: null,
      disabled_reason: null,
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string,
      updated_at: body.created_at,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
    });
  });

  it('stores the secret sealed', async () => {
    const { body } = await create(order);
    const { rows } = await app.pool.query<{ secret: string }>('SELECT secret FROM endpoints WHERE id = $1', [body.id]);
    expect(rows[0]?.secret).toMatch(/^test\./);
    expect(rows[0]?.secret).not.toContain(body.secret.slice(6));
  });

  it('takes a schedule of its own, and none', async () => {
    expect((await create({ ...order, retry_schedule: [1, 60] })).body.retry_schedule).toEqual([1, 60]);
    expect((await create({ ...order, retry_schedule: [] })).body.retry_schedule).toEqual([]);
  });

  it('answers 400 with all that is wrong and stores nothing', async () => {
    const caller = someAccount();
    const { status, headers, body } = await create(
      { url: 'http://example.com', event_types: ['boat.*'], retry_schedule: [-1], id: 'we_1' },
      caller,
    );
    expect(status).toBe(400);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body.code).toBe('request.invalid');
    expect(body.errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/event_types/0',
      '/id',
      '/retry_schedule/0',
      '/url',
    ]);
    expect((await app.call<{ total: number }>(caller, 'GET', '/v1/webhooks')).body.total).toBe(0);
  });

  it.each(['{"url":', '', '[]', 'null'])('answers 400 to the body %j', async (body) => {
    expect((await create(body)).status).toBe(400);
  });

  it.each([
    'https://10.0.0.1/',
    'https://localhost/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://2130706433/',
  ])('answers 422 to %s', async (url) => {
    const { status, body } = await create({ ...order, url });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'webhook.address_forbidden',
      errors: [{ pointer: '/url', code: 'webhook.address_forbidden' }],
    });
  });

  it.each(['http://127.0.0.1:9000/', 'http://localhost/'])('answers 400 to %s, which lacks TLS', async (url) => {
    expect((await create({ ...order, url })).status).toBe(400);
  });

  it('answers 422 to the 51st endpoint, however many ask at once', async () => {
    const caller = someAccount();
    const answers = await Promise.all(Array.from({ length: 53 }, () => create(order, caller)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused.map(({ body }) => body.code)).toEqual(['webhook.limit', 'webhook.limit', 'webhook.limit']);
    const [kept] = answers.filter(({ status }) => status === 201);
    await app.call(caller, 'DELETE', `/v1/webhooks/${kept?.body.id}`);
    expect((await create(order, caller)).status).toBe(201);
  });

  it('answers 401 without an identity', async () => {
    expect((await fetch(`${app.service.url}/v1/webhooks`, { method: 'POST' })).status).toBe(401);
  });
});

describe('an account that has created too many endpoints', () => {
  const spend = (accountId: string, seconds: number): Promise<unknown> =>
    app.pool.query(
      `INSERT INTO endpoint_creation_rates VALUES ($1, now() + make_interval(secs => $2))
        ON CONFLICT (account_id) DO UPDATE SET spent_until = excluded.spent_until`,
      [accountId, seconds],
    );

  it('waits before it creates another one, deleted ones or not, and nobody else does', async () => {
    const caller = someAccount();
    const made = await create(order, caller);
    await app.call(caller, 'DELETE', `/v1/webhooks/${made.body.id}`);
    await spend(caller.accountId, 3_004);
    const refused = await create(order, caller);
    expect([refused.status, refused.body.code]).toEqual([429, 'limit.account']);
    expect(refused.body.detail).toContain('600 webhook endpoints an hour');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(9);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect((await create(order)).status).toBe(201);
  });

  it('gets one for one that it waited for, however many ask at once, and none for those that are refused', async () => {
    const caller = someAccount();
    await spend(caller.accountId, 2_990);
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(order, caller)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429, 429, 429]);
    await spend(caller.accountId, 2_990);
    expect((await create({ ...order, filter: { species_id: 'spc_01h455vb4pex5vsknk084sn02q' } }, caller)).status).toBe(
      422,
    );
    expect((await create(order, caller)).status).toBe(201);
  });

  it('is forgotten when its limit is free again', async () => {
    const reports = { log: { event: () => undefined }, metrics: new WorkMetrics(new Registry()) };
    const [due, spent] = [someAccount().accountId, someAccount().accountId];
    await spend(due, -1);
    await spend(spent, 60);
    await new EndpointCreationRates(app.pool, new BackgroundWork(reports)).sweep();
    const { rows } = await app.pool.query<{ account_id: string }>(
      'SELECT account_id FROM endpoint_creation_rates WHERE account_id = ANY($1)',
      [[due, spent]],
    );
    expect(rows).toEqual([{ account_id: spent }]);
  });
});

describe('POST /v1/webhooks under an Idempotency-Key', () => {
  const post = (caller: Caller, body: object = order) =>
    app.call<Created & Problem>(caller, 'POST', '/v1/webhooks', body, { 'idempotency-key': 'once' });
  const total = async (caller: Caller) => (await app.call<{ total: number }>(caller, 'GET', '/v1/webhooks')).body.total;

  it('makes one endpoint, and repeats its answer without the secret, which is kept nowhere in it', async () => {
    const caller = someAccount();
    const {
      status,
      headers,
      body: { secret, ...endpoint },
    } = await post(caller);
    expect([status, headers.get('idempotency-replayed')]).toEqual([201, null]);
    const again = await post(caller);
    expect([again.status, again.body]).toEqual([201, endpoint]);
    for (const [name, value] of [
      ['idempotency-replayed', 'true'],
      ['location', `/v1/webhooks/${endpoint.id}`],
      ['cache-control', 'no-store'],
    ] as const)
      expect(again.headers.get(name)).toBe(value);
    expect(await total(caller)).toBe(1);
    const { rows } = await app.pool.query<{ dump: string }>('SELECT json_agg(k)::text AS dump FROM idempotency_keys k');
    expect(rows[0]?.dump).toContain(endpoint.id);
    expect(rows[0]?.dump).not.toContain(secret);
  });

  it('is a 422 with another body, and carried out where the first one failed', async () => {
    const caller = someAccount();
    expect((await post(caller, { ...order, url: 'https://localhost/' })).status).toBe(422);
    expect((await post(caller)).status).toBe(201);
    expect(await post(caller, { ...order, description: 'another' })).toMatchObject({
      status: 422,
      body: { code: 'idempotency.key_reused' },
    });
    expect(await total(caller)).toBe(1);
  });

  it('makes one endpoint of many at the same moment, and the others are a 409 or its answer', async () => {
    const caller = someAccount();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(caller)));
    expect(await total(caller)).toBe(1);
    for (const { status, body } of answers.filter((one) => one.status !== 201))
      expect([status, body.code]).toEqual([409, 'idempotency.in_progress']);
    expect(answers.filter(({ body }) => body.secret !== undefined)).toHaveLength(1);
  });

  it('is a 400 with a key of no or of over 255 characters', async () => {
    for (const key of ['', 'k'.repeat(256)]) {
      const { status, body } = await app.call<Problem>(someAccount(), 'POST', '/v1/webhooks', order, {
        'idempotency-key': key,
      });
      expect([status, body.errors[0]?.parameter]).toEqual([400, 'Idempotency-Key']);
    }
  });
});

describe('GET /v1/webhooks', () => {
  it('lists the account’s endpoints, newest first, without their secrets', async () => {
    const caller = someAccount();
    const made = [await create(order, caller), await create(order, caller), await create(order, caller)].map(
      ({ body }) => body,
    );
    await create(order);
    const { status, body, headers } = await app.call<{ data: object[] }>(caller, 'GET', '/v1/webhooks?per_page=2');
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, page: 1, per_page: 2, has_more: true });
    const newest = made.toReversed().map(({ secret: _secret, ...endpoint }) => endpoint);
    expect(body.data).toEqual(newest.slice(0, 2));
    expect(headers.get('link')).toContain('rel="next"');
    expect((await app.call<{ data: object[] }>(caller, 'GET', '/v1/webhooks?per_page=2&page=2')).body.data).toEqual(
      newest.slice(2),
    );
  });

  it('lists those of a status', async () => {
    const caller = someAccount();
    const [one, other] = [(await create(order, caller)).body, (await create(order, caller)).body];
    await app.call(caller, 'PATCH', `/v1/webhooks/${one.id}`, { status: 'disabled' });
    const idsOf = async (query: string) =>
      (await app.call<{ data: Created[] }>(caller, 'GET', `/v1/webhooks?${query}`)).body.data.map(({ id }) => id);
    expect(await idsOf('status=disabled')).toEqual([one.id]);
    expect(await idsOf('status=enabled')).toEqual([other.id]);
    expect(await idsOf('status=enabled&status=disabled&sort=-updated_at')).toEqual([one.id, other.id]);
  });

  it.each(['', 'sort=created_at', 'sort=-updated_at', 'status=enabled'])(
    'keeps the rules of every list (%s)',
    async (query) => {
      const caller = someAccount();
      for (let at = 0; at < 3; at += 1) await create(order, caller);
      const get = (more: string) => app.call(caller, 'GET', `/v1/webhooks?${more}`);
      expect(
        await brokenListRules({ get, query, ...(query === '' && { other: 'sort=created_at' }), field: 'url' }),
      ).toEqual([]);
    },
  );

  it.each([
    'sort=url',
    'status=deleted',
    'fields=secret',
    'units=nautical',
    'page=0',
    'per_page=101',
    'per_page=ten',
    'colour=red',
    'page=1&page=2',
    'page=101&per_page=100',
  ])('answers 400 to %s', async (query) => {
    const { status, body } = await app.call<Problem>(someAccount(), 'GET', `/v1/webhooks?${query}`);
    expect(status).toBe(400);
    expect(body.errors[0]?.parameter).toBeDefined();
  });
});

describe('GET and DELETE /v1/webhooks/{id}', () => {
  it('read an endpoint until it is deleted', async () => {
    const caller = someAccount();
    const { secret: _secret, ...endpoint } = (await create(order, caller)).body;
    const path = `/v1/webhooks/${endpoint.id}`;
    expect(await app.call(caller, 'GET', path)).toMatchObject({ status: 200, body: endpoint });
    expect((await app.call(caller, 'GET', path)).body).not.toHaveProperty('secret');
    expect((await app.call(caller, 'DELETE', path)).status).toBe(204);
    expect(await app.call(caller, 'GET', path)).toMatchObject({ status: 404, body: { code: 'webhook.not_found' } });
    expect(await app.call(caller, 'DELETE', path)).toMatchObject({ status: 404, body: { code: 'webhook.not_found' } });
    expect(await app.call(caller, 'GET', `${path}/deliveries`)).toMatchObject({
      status: 404,
      body: { code: 'webhook.not_found' },
    });
    expect((await app.call<{ total: number }>(caller, 'GET', '/v1/webhooks')).body.total).toBe(0);
  });

  it('answer the fields that are asked for', async () => {
    const caller = someAccount();
    const { id } = (await create(order, caller)).body;
    expect((await app.call(caller, 'GET', `/v1/webhooks/${id}?fields=status,url`)).body).toEqual({
      url: order.url,
      status: 'enabled',
    });
    expect(
      (await app.call<Problem>(caller, 'GET', `/v1/webhooks/${id}?fields=secret&page=1`)).body.errors.map(
        ({ parameter }) => parameter,
      ),
    ).toEqual(['fields', 'page']);
  });

  it.each(['', '/deliveries'])('answer 404 to another account (%s)', async (suffix) => {
    const { body } = await create(order);
    expect(await app.call(someAccount(), 'GET', `/v1/webhooks/${body.id}${suffix}`)).toMatchObject({
      status: 404,
      body: { code: 'webhook.not_found' },
    });
    expect((await app.call(someAccount(), 'DELETE', `/v1/webhooks/${body.id}`)).status).toBe(404);
  });

  it.each(['we_01h455vb4pex5vsknk084sn02q', 'nonsense', 'catch_01h455vb4pex5vsknk084sn02q'])(
    'answer 404 to the id %s',
    async (id) => {
      expect((await app.call(someAccount(), 'GET', `/v1/webhooks/${id}`)).status).toBe(404);
      expect((await app.call(someAccount(), 'DELETE', `/v1/webhooks/${id}`)).status).toBe(404);
      expect((await app.call(someAccount(), 'GET', `/v1/webhook-deliveries/${id}`)).status).toBe(404);
    },
  );
});
