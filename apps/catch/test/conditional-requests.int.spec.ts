import { CatchHarness, owner, reviewer } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const FULL = {
  species: 'walleye',
  weight_lbs: 2,
  notes: 'windy',
  external_id: 'tagged',
  metadata: { zebra: '1', a: '2' },
  location: { name: 'Old dock', latitude: 31.16, longitude: 5 },
};
const STALE = { status: 412, body: { code: 'request.precondition_failed', status: 412 } };
const tagOf = async (path: string, caller = owner): Promise<string> =>
  (await catches.call('GET', path, undefined, caller)).headers.get('etag') ?? 'none';
const sent = (method: string, path: string, ifMatch: string, body?: unknown, caller = owner) =>
  catches.call(method, path, body, caller, { 'if-match': ifMatch });
const asked = (path: string, ifNoneMatch: string, method = 'GET', caller = owner) =>
  catches.call(method, path, undefined, caller, { 'if-none-match': ifNoneMatch });

describe('the ETag of a catch', () => {
  it('is the same in the answers to POST, GET, PATCH and PUT', async () => {
    const logged = await catches.call('POST', '/v1/catches', FULL);
    const path = `/v1/catches/${String(logged.body['id'])}`;
    expect(logged.headers.get('etag')).toBe(await tagOf(path));
    const patched = await catches.call('PATCH', path, { weight_lbs: 3 });
    expect(patched.headers.get('etag')).not.toBe(logged.headers.get('etag'));
    expect(patched.headers.get('etag')).toBe(await tagOf(path));
    const replaced = await catches.call('PUT', path, { ...FULL, weight_lbs: 4 });
    expect(replaced.headers.get('etag')).toBe(await tagOf(path));
    const unchanged = await catches.call('PATCH', path, { weight_lbs: 4 });
    expect(unchanged.headers.get('etag')).toBe(await tagOf(path));
  });

  it('moves with a new time, which is not a new version', async () => {
    const path = `/v1/catches/${await catches.logged()}`;
    const before = await tagOf(path);
    await catches.pool.query("UPDATE catches SET updated_at = updated_at + interval '1 second' WHERE id = $1", [
      path.slice(12),
    ]);
    expect(await tagOf(path)).not.toBe(before);
    expect(await sent('PATCH', path, before, { weight_lbs: 9 })).toMatchObject(STALE);
    expect(await catches.call('PATCH', path, { weight_lbs: 8.4 })).toMatchObject({ body: { version: 1 } });
    expect((await catches.call('PATCH', path, { weight_lbs: 8.4 })).headers.get('etag')).toBe(await tagOf(path));
  });

  it('is another one for a catch that was written at the same time', async () => {
    const ids = [await catches.logged(), await catches.logged()];
    await catches.pool.query('UPDATE catches SET updated_at = now() WHERE id = ANY($1)', [ids]);
    const [path = '', other = ''] = ids.map((id) => `/v1/catches/${id}`);
    expect(await sent('PATCH', path, await tagOf(other), { weight_lbs: 9 })).toMatchObject(STALE);
    expect(await sent('PATCH', path, await tagOf(path), { weight_lbs: 9 })).toMatchObject({ status: 200 });
  });

  it('is another one for others, who see less', async () => {
    const path = `/v1/catches/${await catches.logged({ external_id: 'hidden' })}`;
    expect(await tagOf(path, reviewer)).not.toBe(await tagOf(path));
    expect((await asked(path, await tagOf(path, reviewer), 'GET', reviewer)).status).toBe(304);
  });
});

describe('a read with If-None-Match', () => {
  it.each(['/v1/catches', '/v1/verifications'])(
    'of %s is a 304 with the tag and without a body until something changes',
    async (path) => {
      const tag = await tagOf(path);
      const { status, headers, body } = await asked(path, tag);
      expect({ status, body, tag: headers.get('etag') }).toEqual({ status: 304, body: {}, tag });
      const id = await catches.logged();
      await catches.call('POST', `/v1/catches/${id}/verifications`, {
        tier: 'witnessed',
        evidence: { witness: { name: 'Ann' } },
      });
      expect((await asked(path, tag)).status).toBe(200);
    },
  );

  it('of one catch is a 304 for its tag, weak or in a list, and for *; a 200 for others', async () => {
    const path = `/v1/catches/${await catches.logged()}`;
    const tag = await tagOf(path);
    for (const header of [tag, `W/${tag}`, `"a,b", ${tag}`, '*'])
      expect([header, (await asked(path, header)).status]).toEqual([header, 304]);
    for (const header of ['"other"', tag.replaceAll('"', ''), ''])
      expect([header, (await asked(path, header)).status]).toEqual([header, 200]);
    expect((await asked(path, tag, 'HEAD')).status).toBe(304);
    expect((await asked(`${path}/history`, await tagOf(`${path}/history`))).status).toBe(304);
  });

  it('of what is not there is still a 404', async () => {
    expect((await asked('/v1/catches/catch_01h455vb4pex5vsknk0000zzzz', '*')).status).toBe(404);
  });
});

describe('a write with If-Match', () => {
  it.each([
    ['PATCH', { weight_lbs: 9 }, 200],
    ['PUT', { species: 'walleye', weight_lbs: 9 }, 200],
    ['DELETE', undefined, 204],
  ])(
    '%s goes through with the current tag, one in a list, one with a suffix or *, and is a 412 with any other',
    async (method, body, status) => {
      const path = `/v1/catches/${await catches.logged()}`;
      const first = await tagOf(path);
      await catches.call('PATCH', path, { notes: 'moved on' });
      const tag = await tagOf(path);
      for (const stale of [first, `"none", ${first}`, `W/${tag}`, tag.replaceAll('"', ''), '""'])
        expect(await sent(method, path, stale, body)).toMatchObject(STALE);
      expect((await catches.call('GET', path)).body['version']).toBe(2);
      expect((await sent(method, path, `"none", ${tag}`, body)).status).toBe(status);
      for (const header of [await tagOf(`/v1/catches/${await catches.logged()}`), '*']) {
        const other = `/v1/catches/${await catches.logged()}`;
        expect(
          (await sent(method, other, header === '*' ? header : `${(await tagOf(other)).slice(0, -1)}.view"`, body))
            .status,
        ).toBe(status);
      }
    },
  );

  it('of two with the same tag at once is one 200 and one 412', async () => {
    for (let round = 0; round < 5; round += 1) {
      const path = `/v1/catches/${await catches.logged()}`;
      const tag = await tagOf(path);
      const answers = await Promise.all([1, 2].map((weight) => sent('PATCH', path, tag, { weight_lbs: weight })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      expect(await catches.call('GET', path)).toMatchObject({ body: { version: 2 } });
    }
  });

  it.each(['units=metric', 'fields=weight_lbs', 'expand=species,angler'])(
    'takes the tag of a read with %s',
    async (query) => {
      const path = `/v1/catches/${await catches.logged()}`;
      const tag = await tagOf(`${path}?${query}`);
      expect((await asked(`${path}?${query}`, tag)).status).toBe(304);
      expect((await sent('PATCH', path, tag, { weight_lbs: 9 })).status).toBe(200);
      expect(await sent('PATCH', path, tag, { weight_lbs: 10 })).toMatchObject(STALE);
    },
  );

  it('is told whose and whether it is first, and what is wrong with the body last', async () => {
    const path = `/v1/catches/${await catches.logged()}`;
    expect((await sent('PATCH', path, '"stale"', {}, reviewer)).status).toBe(403);
    expect((await sent('PATCH', path, '"stale"', { nonsense: 1 })).status).toBe(412);
    await catches.call('DELETE', path);
    expect((await sent('PATCH', path, '*', {})).status).toBe(410);
    expect((await sent('PUT', '/v1/catches/catch_01h455vb4pex5vsknk0000zzzz', '*', {})).status).toBe(404);
  });
});
