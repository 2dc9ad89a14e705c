import { brokenListRules } from '@cds/testing';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

interface Entry {
  at: string;
  by: { account_id: string; credential_id: string | null } | null;
  action: string;
  changes: { field: string; from: unknown; to: unknown }[];
  version: number;
}
interface History {
  data: Entry[];
  total: number;
  next_cursor: string | null;
}

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const MISSING = '/v1/catches/catch_01h455vb4pex5vsknk0000zzzz';
const historyOf = async (id: string, query = '', caller = owner) =>
  (await catches.call<History>('GET', `/v1/catches/${id}/history${query}`, undefined, caller)).body;
const fieldsOf = (entry: Entry | undefined): Record<string, unknown[]> =>
  Object.fromEntries((entry?.changes ?? []).map(({ field, from, to }) => [field, [from, to]]));

describe('the history of a catch', () => {
  it('tells every change, newest first: when, by whom, what was and what became', async () => {
    const id = await catches.logged({
      notes: 'windy',
      location: { name: 'Old dock', latitude: 31.16, longitude: 5, region: 'US-TX' },
    });
    await catches.call('PATCH', `/v1/catches/${id}`, { weight_lbs: 9, notes: null, location: { latitude: 31.26 } });
    const asked = await catches.call('POST', `/v1/catches/${id}/verifications`, {
      tier: 'witnessed',
      evidence: { witness: { name: 'Ann' } },
    });
    await catches.call('POST', `/v1/verifications/${String(asked.body['id'])}/approve`, undefined, reviewer);
    const { data, total } = await historyOf(id);
    expect(total).toBe(4);
    expect(data.map(({ action, version }) => [action, version])).toEqual([
      ['verification.approved', 4],
      ['verification.requested', 3],
      ['catch.updated', 2],
      ['catch.created', 1],
    ]);
    const [approved, requested, edited, created] = data;
    expect(approved).toMatchObject({
      // Whose key it was is the reviewer's own business.
      by: { account_id: reviewer.accountId, credential_id: null },
      changes: [{ field: 'verification_tier', from: 'unverified', to: 'witnessed' }],
    });
    expect(requested?.changes).toEqual([]);
    expect(edited?.by).toEqual({ account_id: owner.accountId, credential_id: owner.credentialId });
    const place = {
      name: 'Old dock',
      latitude: 31.16,
      longitude: 5,
      region: 'US-TX',
      country: null,
      obscured: false,
    };
    expect(fieldsOf(edited)).toEqual({
      weight_lbs: [8.4, 9],
      notes: ['windy', null],
      location: [place, { ...place, latitude: 31.26 }],
    });
    expect(fieldsOf(created)).toMatchObject({
      species: [null, 'Largemouth Bass'],
      weight_lbs: [null, 8.4],
      notes: [null, 'windy'],
      verification_tier: [null, 'unverified'],
    });
    expect(Object.keys(fieldsOf(created))).not.toContain('photos');
    expect(edited?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('shows others neither what is hidden nor that it changed', async () => {
    const id = await catches.logged({
      external_id: 'h-1',
      metadata: { a: '1' },
      location: { name: 'Old dock', latitude: 31.16, longitude: 5 },
    });
    await catches.call('PATCH', `/v1/catches/${id}`, {
      external_id: 'h-2',
      metadata: { a: '2' },
      location: { name: 'New dock', latitude: 31.17 },
    });
    await catches.call('PATCH', `/v1/catches/${id}`, { location: { latitude: 31.26 } });
    const [moved, edited, created] = (await historyOf(id, '', reviewer)).data;
    expect(edited).toMatchObject({ action: 'catch.updated', changes: [], version: 2 });
    expect(fieldsOf(moved)).toEqual({
      location: [
        { name: null, latitude: 31.2, longitude: 5, region: null, country: null, obscured: true },
        { name: null, latitude: 31.3, longitude: 5, region: null, country: null, obscured: true },
      ],
    });
    expect(Object.keys(fieldsOf(created))).not.toEqual(expect.arrayContaining(['external_id']));
    expect(JSON.stringify(created)).not.toMatch(/dock|h-1|31\.16/);
    expect(fieldsOf((await historyOf(id)).data[1])).toMatchObject({
      external_id: ['h-1', 'h-2'],
      metadata: [{ a: '1' }, { a: '2' }],
    });
  });

  it('is read in pages', async () => {
    const id = await catches.logged();
    for (const weight of [1, 2, 3, 4]) await catches.call('PATCH', `/v1/catches/${id}`, { weight_lbs: weight });
    const answer = await catches.call<History>('GET', `/v1/catches/${id}/history?per_page=2&page=2`);
    expect(answer.body).toMatchObject({
      total: 5,
      page: 2,
      per_page: 2,
      has_more: true,
      data: [{ version: 3 }, { version: 2 }],
    });
    expect(answer.headers.get('link')).toContain('rel="next"');
    expect(await historyOf(id, '?per_page=2&page=3')).toMatchObject({ has_more: false, data: [{ version: 1 }] });
    expect(await historyOf(id, '?page=2')).toMatchObject({ total: 5, data: [] });
  });

  it('keeps the rules of every list', async () => {
    const id = await catches.logged();
    for (const weight of [1, 2, 3]) await catches.call('PATCH', `/v1/catches/${id}`, { weight_lbs: weight });
    expect(
      await brokenListRules({
        get: (query) => catches.call('GET', `/v1/catches/${id}/history?${query}`),
        field: 'version',
      }),
    ).toEqual([]);
  });

  it('is walked on from where it was while the catch changes', async () => {
    const id = await catches.logged();
    await catches.call('PATCH', `/v1/catches/${id}`, { weight_lbs: 1 });
    const { next_cursor: cursor } = await historyOf(id, '?per_page=1');
    await catches.call('PATCH', `/v1/catches/${id}`, { weight_lbs: 2 });
    expect(await historyOf(id, `?per_page=1&cursor=${cursor ?? ''}`)).toMatchObject({
      data: [{ version: 1 }],
      total: 2,
      next_cursor: null,
    });
    const other = await catches.logged();
    expect((await catches.call('GET', `/v1/catches/${other}/history?cursor=${cursor ?? ''}`)).status).toBe(400);
  });

  it('tells measures as they were told, in whatever units', async () => {
    const id = await catches.logged();
    await catches.call('PATCH', `/v1/catches/${id}`, { weight_lbs: 2 });
    expect((await historyOf(id, '?units=metric')).data).toEqual((await historyOf(id)).data);
    expect(await catches.call('GET', `/v1/catches/${id}/history?units=stones`)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'units' }] },
    });
  });

  it('goes by the names of today', async () => {
    const id = await catches.logged();
    await catches.pool.query("UPDATE anglers SET name = 'Renamed' WHERE is_own AND account_id = $1", [owner.accountId]);
    expect(fieldsOf((await historyOf(id)).data[0])['angler']).toMatchObject([null, { name: 'Renamed' }]);
  });

  it.each([['?per_page=101'], ['?page=0'], ['?nonsense=1'], ['?page=401']])('refuses %s', async (query) => {
    expect((await catches.call('GET', `/v1/catches/${await catches.logged()}/history${query}`)).status).toBe(400);
  });

  it('is a 404 of what never was and a 410 of what was deleted', async () => {
    expect(await catches.call('GET', `${MISSING}/history`)).toMatchObject({
      status: 404,
      body: { code: 'catch.not_found' },
    });
    const id = await catches.logged();
    await catches.call('DELETE', `/v1/catches/${id}`);
    expect(await catches.call('GET', `/v1/catches/${id}/history`)).toMatchObject({
      status: 410,
      body: { code: 'catch.deleted' },
    });
  });
});

describe('a catch as of a time', () => {
  const asOf = (id: string, at: unknown, caller = owner) =>
    catches.call('GET', `/v1/catches/${id}?as_of=${encodeURIComponent(String(at))}`, undefined, caller);

  it('is what it was then: from the millisecond of a change on, until the next', async () => {
    const id = await catches.logged({ location: { name: 'Old dock', latitude: 31.16, longitude: 5 } });
    await catches.pool.query("UPDATE events SET occurred_at = '2026-01-01T00:00:00.500Z' WHERE stream_id = $1", [id]);
    const { body: edited } = await catches.call('PATCH', `/v1/catches/${id}`, { weight_lbs: 9 });
    expect(await asOf(id, '2026-01-01T00:00:00.500Z')).toMatchObject({
      status: 200,
      body: { weight_lbs: 8.4, version: 1, location: { latitude: 31.16 } },
    });
    expect(await asOf(id, '2026-01-01T02:00:00.500+02:00')).toMatchObject({ body: { version: 1 } });
    expect(await asOf(id, edited['updated_at'])).toMatchObject({
      body: { ...edited, created_at: '2026-01-01T00:00:00.500Z' },
    });
    expect(await asOf(id, new Date(Date.parse(String(edited['updated_at'])) - 1).toISOString())).toMatchObject({
      body: { version: 1 },
    });
    expect(await asOf(id, '2026-01-01T00:00:00.500Z', reviewer)).toMatchObject({
      body: { location: { name: null, latitude: 31.2, obscured: true } },
    });
    expect(await asOf(id, '2026-01-01T00:00:00.499Z')).toMatchObject({
      status: 404,
      body: { code: 'catch.not_found' },
    });
  });

  it('is a 400 for what is no time or has not come', async () => {
    const id = await catches.logged();
    for (const at of ['2999-01-01T00:00:00Z', 'yesterday', '2026-01-01', '']) {
      expect(await asOf(id, at)).toMatchObject({
        status: 400,
        body: { code: 'request.invalid', errors: [{ parameter: 'as_of' }] },
      });
    }
    expect((await catches.call('GET', `/v1/catches/${id}?asof=2026-01-01T00:00:00Z`)).status).toBe(400);
  });

  it('is a 410 once it was deleted, and a 404 if it never was', async () => {
    const id = await catches.logged();
    const { body } = await catches.call('GET', `/v1/catches/${id}`);
    await catches.call('DELETE', `/v1/catches/${id}`);
    expect(await asOf(id, body['created_at'])).toMatchObject({ status: 410, body: { code: 'catch.deleted' } });
    expect(await catches.call('GET', `${MISSING}?as_of=2026-01-01T00:00:00Z`)).toMatchObject({ status: 404 });
  });
});
