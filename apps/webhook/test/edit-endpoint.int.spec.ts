import type { Caller } from '@cds/identity';
import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { catchLogged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { type Created, someAccount, WebhookHarness } from './webhook.harness.js';
import { DEFAULT_RETRY_SCHEDULE } from '../src/endpoints/retry-schedule.js';

interface Problem {
  code: string;
  errors: { pointer?: string; code: string }[];
}

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeAll(async () => {
  [app, receiver] = await Promise.all([WebhookHarness.start(), Receiver.start()]);
});
afterAll(() => Promise.all([app.stop(), receiver.stop()]));
beforeEach(() => {
  account = someAccount();
});

const patch = (id: string, body: unknown, headers: Record<string, string> = {}, caller = account) =>
  app.call<Created & Problem>(caller, 'PATCH', `/v1/webhooks/${id}`, body, headers);
const read = async (id: string) => (await app.call<Created>(account, 'GET', `/v1/webhooks/${id}`)).body;

describe('PATCH /v1/webhooks/{id}', () => {
  it('merges into the endpoint what the patch names, and answers it as a read does', async () => {
    const species = newId('species');
    await app.know(species);
    const { secret: _secret, ...before } = await app.endpoint(account, receiver.url, {
      filter: { species_id: species, min_weight_lbs: 5 },
      headers: { Authorization: 'Bearer abc', 'x-team': 'records' },
      retry_schedule: [1],
      description: 'trophies',
    });
    const { status, headers, body } = await patch(before.id, {
      event_types: ['*'],
      filter: { min_weight_lbs: null, max_rank: 3 },
      headers: { 'X-Team': null, 'x-env': 'test' },
      retry_schedule: null,
      description: null,
      ordering: 'per_subject',
      max_rate_per_second: 20,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      event_types: ['*'],
      filter: { species_id: before.filter?.species_id, max_rank: 3 },
      headers: { authorization: 'Bearer abc', 'x-env': 'test' },
      retry_schedule: DEFAULT_RETRY_SCHEDULE,
      description: null,
      ordering: 'per_subject',
      max_rate_per_second: 20,
      updated_at: body.updated_at,
    });
    const answer = await app.call(account, 'GET', `/v1/webhooks/${before.id}`);
    expect(answer).toMatchObject({ status: 200, body });
    expect(answer.headers.get('etag')).toBe(headers.get('etag'));
    expect((await patch(before.id, { filter: null, headers: null, ordering: null })).body).toMatchObject({
      filter: null,
      headers: {},
      ordering: 'none',
      max_rate_per_second: 20,
    });
  });

  it('changes nothing where all is there already', async () => {
    const { secret: _secret, ...before } = await app.endpoint(account, receiver.url, { headers: { 'x-team': 'a' } });
    expect((await patch(before.id, { headers: { 'x-team': 'a' }, status: 'enabled', ordering: 'none' })).body).toEqual(
      before,
    );
    expect((await patch(before.id, {})).body).toEqual(before);
  });

  it('takes application/merge-patch+json', async () => {
    const { id } = await app.endpoint(account, receiver.url);
    expect(
      (await patch(id, { description: 'x' }, { 'content-type': 'application/merge-patch+json' })).body.description,
    ).toBe('x');
  });

  it('writes under the tag of a read or of a write, and is a 412 under another one', async () => {
    const { id } = await app.endpoint(account, receiver.url);
    const tag = (await app.call(account, 'GET', `/v1/webhooks/${id}`)).headers.get('etag') ?? '';
    const first = await patch(id, { description: 'one' }, { 'if-match': tag });
    expect(first.status).toBe(200);
    expect(await patch(id, { description: 'two' }, { 'if-match': tag })).toMatchObject({
      status: 412,
      body: { code: 'request.precondition_failed' },
    });
    const next = { 'if-match': first.headers.get('etag') ?? '' };
    expect((await patch(id, { description: 'two' }, next)).status).toBe(200);
    const path = `/v1/webhooks/${id}`;
    expect((await app.call(account, 'DELETE', path, undefined, next)).status).toBe(412);
    expect((await app.call(account, 'DELETE', path, undefined, { 'if-match': '*' })).status).toBe(204);
  });

  it('is a 400 that names read-only and unknown fields and all else that is wrong, and writes nothing', async () => {
    const { secret: _secret, ...before } = await app.endpoint(account, receiver.url);
    const { status, body } = await patch(before.id, {
      id: 'we_1',
      secret: 'whsec_x',
      created_at: before.created_at,
      disabled_at: null,
      disabled_reason: 'x',
      colour: 'red',
      url: 'ftp://example.com',
      event_types: null,
      status: 'paused',
      filter: { colour: 'red' },
      headers: { 'Webhook-Id': 'x' },
      description: 'y',
    });
    expect([status, body.code]).toEqual([400, 'request.invalid']);
    expect(body.errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/colour',
      '/created_at',
      '/disabled_at',
      '/disabled_reason',
      '/event_types',
      '/filter/colour',
      '/headers/Webhook-Id',
      '/id',
      '/secret',
      '/status',
      '/url',
    ]);
    expect(await read(before.id)).toEqual(before);
  });

  it('is a 400 where the merged headers break a bound', async () => {
    const many = (from: number) => Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`x-${from + at}`, 'v']));
    const { id } = await app.endpoint(account, receiver.url, { headers: many(0) });
    expect(await patch(id, { headers: many(11) })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/headers' }] },
    });
  });

  it('is a 422 for a forbidden address, and for a filter by an erased angler', async () => {
    const { id } = await app.endpoint(account, receiver.url);
    expect(await patch(id, { url: 'https://10.0.0.1/' })).toMatchObject({
      status: 422,
      body: { code: 'webhook.address_forbidden' },
    });
    const angler = newId('angler');
    await app.pool.query('INSERT INTO erased_anglers (angler_id, noted_at) VALUES ($1, now())', [angler]);
    for (const answer of [
      await patch(id, { filter: { angler_id: angler } }),
      await app.call(account, 'POST', '/v1/webhooks', {
        url: receiver.url,
        event_types: ['*'],
        filter: { angler_id: angler },
      }),
    ])
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'angler.unknown', errors: [{ pointer: '/filter/angler_id' }] },
      });
  });

  it('is a 404 to another account whatever the patch says, and for a deleted endpoint', async () => {
    const { id } = await app.endpoint(account, receiver.url);
    const other = someAccount();
    expect((await patch(id, { colour: 'red' }, {}, other)).status).toBe(404);
    expect((await app.call(other, 'POST', `/v1/webhooks/${id}/enable`)).status).toBe(404);
    await app.call(account, 'DELETE', `/v1/webhooks/${id}`);
    expect(await patch(id, { description: 'x' })).toMatchObject({ status: 404, body: { code: 'webhook.not_found' } });
  });
});

describe('an endpoint that its account disables', () => {
  it('says since when and why, and fails what waits for it', async () => {
    receiver.answersWith(500);
    const endpoint = await app.endpoint(account, receiver.url, { retry_schedule: [1_000] });
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await app.delivery(account, endpoint.id, event.id, ({ attempt_count }) => attempt_count === 1);
    const { status, body } = await patch(endpoint.id, { status: 'disabled' });
    expect([status, body.status, body.disabled_reason]).toEqual([200, 'disabled', 'manual']);
    expect(body.disabled_at).toBe(body.updated_at);
    expect(await app.statusesOf(endpoint.id)).toEqual(['failed']);
    expect((await patch(endpoint.id, { status: 'disabled' })).body).toEqual(body);
    receiver.answersWith(200);
  });

  it('gets no message until it is enabled again', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const other = await app.endpoint(account, receiver.url);
    await patch(endpoint.id, { status: 'disabled' });
    const missed = catchLogged(account.accountId);
    await app.publish(missed);
    await app.delivery(account, other.id, missed.id);
    const enabled = await app.call<Created>(account, 'POST', `/v1/webhooks/${endpoint.id}/enable`);
    expect(enabled.status).toBe(200);
    expect(enabled.body).toMatchObject({ status: 'enabled', disabled_at: null, disabled_reason: null });
    expect(await read(endpoint.id)).toEqual(enabled.body);
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await app.delivery(account, endpoint.id, event.id, ({ status }) => status === 'delivered');
    await eventually(async () => expect(await app.statusesOf(endpoint.id)).toEqual(['delivered']));
  });

  it('is enabled by a patch too, and stays as it is when it is enabled already', async () => {
    const { id } = await app.endpoint(account, receiver.url);
    await patch(id, { status: 'disabled' });
    const { body } = await patch(id, { status: 'enabled' });
    expect(body).toMatchObject({ status: 'enabled', disabled_at: null, disabled_reason: null });
    expect((await app.call(account, 'POST', `/v1/webhooks/${id}/enable`)).body).toEqual(body);
  });

  it('cannot be enabled or edited once its account is deleted', async () => {
    const { id } = await app.endpoint(account, receiver.url);
    await app.pool.query(
      `UPDATE endpoints SET status = 'disabled', disabled_at = now(), disabled_reason = 'account_deleted'
       WHERE id = $1`,
      [id],
    );
    const gone = { status: 410, body: { code: 'account.deleted' } };
    expect(await app.call(account, 'POST', `/v1/webhooks/${id}/enable`)).toMatchObject(gone);
    expect(await patch(id, { status: 'enabled' })).toMatchObject(gone);
  });
});

describe('headers of an endpoint', () => {
  it('are stored sealed, and neither they nor their values stand in a stored response', async () => {
    const { body } = await app.call<Created>(
      account,
      'POST',
      '/v1/webhooks',
      { url: receiver.url, event_types: ['*'], headers: { authorization: 'Bearer s3cr3t-value' } },
      { 'idempotency-key': 'headers' },
    );
    expect(body.headers).toEqual({ authorization: 'Bearer s3cr3t-value' });
    const { rows } = await app.pool.query<{ dump: string }>(
      'SELECT json_agg(e)::text || (SELECT json_agg(k)::text FROM idempotency_keys k) AS dump FROM endpoints e',
    );
    expect(rows[0]?.dump).toContain(body.id);
    expect(rows[0]?.dump).not.toContain('s3cr3t-value');
  });
});

describe('an endpoint with a filter', () => {
  it('gets no message of an event that does not pass, also once the filter is edited', async () => {
    const filtered = await app.endpoint(account, receiver.url, { filter: { min_weight_lbs: 8 } });
    const all = await app.endpoint(account, receiver.url);
    const publish = async (weight_lbs: number) => {
      const event = catchLogged(account.accountId, { weight_lbs });
      await app.publish(event);
      await app.delivery(account, all.id, event.id);
      return event.id;
    };
    const eventIds = async () =>
      (
        await app.pool.query<{ id: string }>(
          'SELECT event_id AS id FROM webhook_messages WHERE endpoint_id = $1 ORDER BY 1',
          [filtered.id],
        )
      ).rows.map(({ id }) => id);
    await publish(7.999);
    const heavy = await publish(8);
    expect(await eventIds()).toEqual([heavy]);
    await patch(filtered.id, { filter: { min_weight_lbs: 5 } });
    const lighter = await publish(5);
    expect(await eventIds()).toEqual([heavy, lighter].toSorted());
  });
});
