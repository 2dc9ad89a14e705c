import { unrefusedCalls } from '@cds/testing/identity';
import { LARGEMOUTH, WITNESSED } from './catch.builders.js';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const FAULTY: [string, string, string, number, string][] = [
  ['no JSON', '{', 'application/json', 400, 'request.malformed_json'],
  ['a member twice', '{"name":"a","name":"b"}', 'application/json', 400, 'request.invalid'],
  ['text', 'eight pounds', 'text/plain', 415, 'request.unsupported_media_type'],
  ['rows', '{}', 'application/x-ndjson', 415, 'request.unsupported_media_type'],
  ['parts', '--x--', 'multipart/form-data; boundary=x', 415, 'request.unsupported_media_type'],
];
const NOBODY = 'catch_01h455vb4pex5vsknk084sn02q';

it('refuses every call to a caller without its scope', async () => {
  expect(await unrefusedCalls('catch', catches.url)).toEqual([]);
});

describe.each(FAULTY)('a body that cannot be taken (%s)', (_what, body, type, status, code) => {
  const send = (method: string, path: string, caller = owner) =>
    catches.call(method, path, body, caller, { 'content-type': type });
  const writes = (id: string): [string, string][] => [
    ['PATCH', `/v1/catches/${id}`],
    ['PUT', `/v1/catches/${id}`],
    ['POST', `/v1/catches/${id}/verifications`],
  ];

  it('is refused from the owner', async () => {
    const id = await catches.logged();
    for (const [method, path] of writes(id)) expect(await send(method, path)).toMatchObject({ status, body: { code } });
    expect(await send('POST', '/v1/catches')).toMatchObject({ status, body: { code } });
    expect(await catches.call('GET', `/v1/catches/${id}`)).toMatchObject({ body: { version: 1 } });
  });

  it('is not looked at from a stranger, of what was deleted, or of what never was', async () => {
    const id = await catches.logged();
    for (const [method, path] of writes(id))
      expect([path, (await send(method, path, reviewer)).status]).toEqual([path, 403]);
    await catches.call('DELETE', `/v1/catches/${id}`);
    for (const [method, path] of writes(id)) expect([path, (await send(method, path)).status]).toEqual([path, 410]);
    for (const [method, path] of writes(NOBODY)) expect([path, (await send(method, path)).status]).toEqual([path, 404]);
  });

  it('is not looked at for another account’s angler', async () => {
    const { body: angler } = await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'Ann' });
    expect((await send('PATCH', `/v1/anglers/${angler.id}`, reviewer)).status).toBe(403);
    expect(await send('PATCH', `/v1/anglers/${angler.id}`)).toMatchObject({ status, body: { code } });
  });

  it('is not looked at in a review of one’s own catch, nor in one that nobody asked for', async () => {
    const own = await catches.call<{ id: string }>(
      'POST',
      `/v1/catches/${await catches.logged()}/verifications`,
      WITNESSED,
    );
    for (const word of ['approve', 'reject', 'revoke']) {
      const path = `/v1/verifications/${own.body.id}/${word}`;
      expect([word, (await send('POST', path, { ...owner, scopes: reviewer.scopes })).status]).toEqual([word, 403]);
      expect((await send('POST', `/v1/verifications/ver_01h455vb4pex5vsknk084sn02q/${word}`, reviewer)).status).toBe(
        404,
      );
    }
    expect(await send('POST', `/v1/verifications/${own.body.id}/approve`, reviewer)).toMatchObject({
      status,
      body: { code },
    });
  });

  it('keeps nothing under its key', async () => {
    const keyed = (text: string, headers: Record<string, string>) =>
      catches.call('POST', '/v1/catches', text, owner, {
        'idempotency-key': `faulty ${type} ${body.length}`,
        ...headers,
      });
    expect(await keyed(body, { 'content-type': type })).toMatchObject({ status, body: { code } });
    expect(await catches.count('idempotency_keys')).toBe(0);
    expect((await keyed(`{"species":"${LARGEMOUTH}","weight_lbs":1}`, {})).status).toBe(201);
    expect(await keyed(body, { 'content-type': type })).toMatchObject({ status, body: { code } });
    await catches.pool.query('DELETE FROM idempotency_keys');
  });
});

it('all that is wrong is named beside members that stand twice', async () => {
  const { status, body } = await catches.call<{ errors: { pointer: string; code: string }[] }>(
    'POST',
    '/v1/catches',
    '{"species":"bluegill","species":"xyzzy","weight_lbs":-1,"foo":1}',
  );
  expect(status).toBe(400);
  expect(body.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    '/species duplicate_key',
    '/weight_lbs too_small',
    '/foo unknown_field',
    '/species species.unknown',
  ]);
});
