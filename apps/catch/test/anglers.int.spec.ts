import { brokenListRules } from '@cds/testing';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

interface Angler {
  id: string;
  name: string;
  external_id: string | null;
  metadata: Record<string, string> | null;
  created_at: string;
  updated_at: string;
}
interface Problem {
  code: string;
  detail: string;
  errors: { pointer?: string; parameter?: string; code: string }[];
}

const NOBODY = 'ang_01h455vb4pex5vsknk0000zzzz';

let catches: CatchHarness;
const added = async (body: object = {}, caller = owner): Promise<Angler> =>
  (await catches.call<Angler>('POST', '/v1/anglers', { name: 'Ada Angler', ...body }, caller)).body;
const list = async (query = '', caller = owner) =>
  (
    await catches.call<{ total: number; next_cursor: string | null; data: Angler[] }>(
      'GET',
      `/v1/anglers${query}`,
      undefined,
      caller,
    )
  ).body;

beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

describe('adding an angler', () => {
  it('answers 201 with the whole angler and where they are', async () => {
    const said = { name: 'Ada Angler', external_id: 'member-7', metadata: { club: 'north' } };
    const { status, headers, body } = await catches.call<Angler>('POST', '/v1/anglers', said);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { ...said, id: expect.stringMatching(/^ang_/) as string },
    });
    expect(body.updated_at).toBe(body.created_at);
    expect(headers.get('location')).toBe(`/v1/anglers/${body.id}`);
    expect(await catches.call('GET', `/v1/anglers/${body.id}`)).toMatchObject({ status: 200, body });
  });

  it('refuses an external_id twice, naming who has it, and takes it from another account', async () => {
    const { id } = await added({ external_id: 'twice' });
    expect(await catches.call('POST', '/v1/anglers', { name: 'Other', external_id: 'twice' })).toMatchObject({
      status: 409,
      body: { code: 'angler.external_id_taken', detail: expect.stringContaining(id) as string },
    });
    expect(await catches.call('POST', '/v1/anglers', { name: 'Other', external_id: 'twice' }, reviewer)).toMatchObject({
      status: 201,
    });
  });

  it.each([
    ['no name', {}, '/name', 'required'],
    ['an empty name', { name: '' }, '/name', 'too_small'],
    ['a blank name', { name: ' \u3000' }, '/name', 'format'],
    ['a name that turns what stands beside it', { name: 'Ada \u202etaerg eht' }, '/name', 'format'],
    ['a name of two lines', { name: 'Ada\nLovelace' }, '/name', 'format'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, '/name', 'too_big'],
    ['NUL in a name', { name: 'a\0' }, '/name', 'format'],
    ['half of a surrogate pair', { name: 'a\ud800' }, '/name', 'format'],
    ['an external_id of 256 characters', { name: 'x', external_id: 'x'.repeat(256) }, '/external_id', 'too_big'],
    ['a read-only field', { name: 'x', id: NOBODY }, '/id', 'read_only'],
    ['metadata that is no text', { name: 'x', metadata: { a: 1 } }, '/metadata/a', 'type'],
    ['metadata of 501 characters', { name: 'x', metadata: { a: 'x'.repeat(501) } }, '/metadata/a', 'too_big'],
  ])('refuses %s', async (_what, body, pointer, code) => {
    expect(await catches.call('POST', '/v1/anglers', body)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ pointer, code }] },
    });
  });

  it('takes a name of 200 characters, an external_id of 255 and 50 pairs', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key-${at}`, 'x'.repeat(500)]));
    expect(
      await catches.call('POST', '/v1/anglers', { name: '🎣'.repeat(200), external_id: 'x'.repeat(255), metadata }),
    ).toMatchObject({ status: 201 });
  });
});

describe('reading an angler', () => {
  it('shows another account the name alone', async () => {
    const { id, created_at } = await added({ external_id: 'private', metadata: { a: 'b' } });
    const { status, body } = await catches.call('GET', `/v1/anglers/${id}`, undefined, reviewer);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id, name: 'Ada Angler', external_id: null, metadata: null, created_at },
    });
  });

  it('answers the fields that are asked for, under a tag that If-Match knows', async () => {
    const { id } = await added();
    const { headers, body } = await catches.call('GET', `/v1/anglers/${id}?fields=name`);
    expect(body).toEqual({ name: 'Ada Angler' });
    const tag = headers.get('etag') ?? '';
    expect(
      (await catches.call('GET', `/v1/anglers/${id}?fields=name`, undefined, owner, { 'if-none-match': tag })).status,
    ).toBe(304);
    expect(
      (await catches.call('PATCH', `/v1/anglers/${id}`, { name: 'Ada Lovelace' }, owner, { 'if-match': tag })).status,
    ).toBe(200);
    expect((await catches.call('PATCH', `/v1/anglers/${id}`, { name: 'Ada' }, owner, { 'if-match': tag })).status).toBe(
      412,
    );
  });

  it.each([['fields=nonsense', 'fields']])('refuses %s', async (query, parameter) => {
    const { id } = await added();
    expect(await catches.call('GET', `/v1/anglers/${id}?${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter }] },
    });
  });

  it.each([NOBODY, 'nonsense'])('answers 404 for %s', async (id) => {
    expect(await catches.call('GET', `/v1/anglers/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'angler.not_found' },
    });
  });
});

describe('the list of anglers', () => {
  const club = { ...owner, accountId: 'acc_01h455vb4pex5vsknk0000club' };
  beforeAll(async () => {
    for (const name of ['Ann Perch', 'John Smith', 'Joan Pike', 'Percy 100%'])
      await added({ name, external_id: `club-${name}` }, club);
  });

  it('is one’s own, newest first, with the exact total', async () => {
    const page = await list('?per_page=2', club);
    expect(page).toMatchObject({
      total: 4,
      page: 1,
      per_page: 2,
      has_more: true,
      data: [{ name: 'Percy 100%' }, { name: 'Joan Pike' }],
    });
    expect((await list('?per_page=2&page=2', club)).data.map(({ name }) => name)).toEqual(['John Smith', 'Ann Perch']);
  });

  it.each([
    ['external_id', '?external_id=club-Ann%20Perch', ['Ann Perch']],
    ['a word', '?q=PERC&sort=name', ['Ann Perch', 'Percy 100%']],
    ['every word', '?q=joan%20pik', ['Joan Pike']],
    ['a misspelt word', '?q=smiht', ['John Smith']],
    ['what a pattern would mean otherwise', '?q=%25', ['Percy 100%']],
    ['a word that none has', '?q=walleye', []],
  ])('finds by %s', async (_by, query, names) => {
    const page = await list(query, club);
    expect({ total: page.total, names: page.data.map(({ name }) => name) }).toEqual({ total: names.length, names });
  });

  it.each([
    ['name', ['Ann Perch', 'Joan Pike', 'John Smith', 'Percy 100%']],
    ['-name', ['Percy 100%', 'John Smith', 'Joan Pike', 'Ann Perch']],
    ['created_at', ['Ann Perch', 'John Smith', 'Joan Pike', 'Percy 100%']],
    ['-updated_at', ['Percy 100%', 'Joan Pike', 'John Smith', 'Ann Perch']],
  ])('sorts by %s', async (sort, names) => {
    expect((await list(`?sort=${sort}`, club)).data.map(({ name }) => name)).toEqual(names);
  });

  it.each(['', 'sort=name', 'sort=-name', 'sort=updated_at,-name', 'sort=-created_at,name,updated_at'])(
    'keeps the rules of every list (%s)',
    async (query) => {
      const get = (more: string) => catches.call('GET', `/v1/anglers?${more}`, undefined, club);
      expect(
        await brokenListRules({ get, query, other: query === '' ? 'q=ann' : 'external_id=club-x', field: 'name' }),
      ).toEqual([]);
    },
  );

  it('is walked by cursor with words too', async () => {
    const first = await list('?q=PERC&sort=name&per_page=1', club);
    expect(await list(`?q=PERC&sort=name&per_page=1&cursor=${first.next_cursor ?? ''}`, club)).toMatchObject({
      total: 2,
      page: null,
      data: [{ name: 'Percy 100%' }],
      next_cursor: null,
    });
  });

  it.each([
    ['?sort=colour', 'sort', 'enum'],
    ['?fields=id,notes', 'fields', 'enum'],
    ['?colour=red', 'colour', 'unknown_parameter'],
    ['?per_page=101', 'per_page', 'too_big'],
    ['?page=401', 'page', 'too_big'],
    ['?q=%00', 'q', 'format'],
  ])('refuses %s', async (query, parameter, code) => {
    expect(await catches.call('GET', `/v1/anglers${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter, code }] },
    });
  });
});

describe('catches of an angler', () => {
  it('are logged for any angler of one’s own and show the name', async () => {
    const { id } = await added();
    const { body } = await catches.call('POST', '/v1/catches', { species: 'walleye', weight_lbs: 2, angler_id: id });
    expect(body).toMatchObject({ angler: { id, name: 'Ada Angler' } });
  });

  it('cannot be logged for one of another account', async () => {
    const { id } = await added({}, reviewer);
    expect(
      await catches.call<Problem>('POST', '/v1/catches', { species: 'walleye', weight_lbs: 2, angler_id: id }),
    ).toMatchObject({
      status: 422,
      body: { code: 'angler.unknown', errors: [{ pointer: '/angler_id', code: 'angler.unknown' }] },
    });
  });
});

describe('editing an angler', () => {
  const patch = (id: string, body: unknown, caller = owner) =>
    catches.call<Angler & Problem>('PATCH', `/v1/anglers/${id}`, body, caller);

  it('merges what is given and answers the angler', async () => {
    const { id, updated_at } = await added({ metadata: { a: '1', b: '2' } });
    const { status, body } = await patch(id, { external_id: 'later', metadata: { a: null, c: '3' } });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id, name: 'Ada Angler', external_id: 'later', metadata: { b: '2', c: '3' } },
    });
    expect(body.updated_at > updated_at).toBe(true);
    expect((await patch(id, { external_id: null, metadata: null })).body).toMatchObject({
      external_id: null,
      metadata: null,
    });
  });

  it('changes nothing when all of it is there already', async () => {
    const angler = await added({ metadata: { a: '1' } });
    expect((await patch(angler.id, { name: 'Ada Angler', metadata: { a: '1' } })).body).toEqual(angler);
  });

  it('moves updated_at of the catches with a new name, and not their version', async () => {
    const { id } = await added();
    const caught = await catches.logged({ angler_id: id });
    const other = await catches.logged();
    const [before, untouched] = [
      (await catches.call('GET', `/v1/catches/${caught}`)).body,
      (await catches.call('GET', `/v1/catches/${other}`)).body,
    ];
    await patch(id, { name: 'Ada Lake' });
    const { body } = await catches.call('GET', `/v1/catches/${caught}`);
    expect(body).toMatchObject({ version: 1, angler: { id, name: 'Ada Lake' } });
    expect(String(body['updated_at']) > String(before['updated_at'])).toBe(true);
    expect((await catches.call('GET', `/v1/catches/${other}`)).body).toEqual(untouched);
    expect(await catches.count('angler_tasks')).toBe(0);
  });

  it('of the account’s own angler shows in the next catch', async () => {
    const caught = await catches.call<{ angler: { id: string } }>('POST', '/v1/catches', {
      species: 'walleye',
      weight_lbs: 2,
    });
    await patch(caught.body.angler.id, { name: 'Myself' });
    expect((await catches.call('POST', '/v1/catches', { species: 'walleye', weight_lbs: 2 })).body).toMatchObject({
      angler: { name: 'Myself' },
    });
  });

  it('with If-Match happens to what was read alone', async () => {
    const posted = await catches.call<Angler>('POST', '/v1/anglers', { name: 'Tagged' });
    const path = `/v1/anglers/${posted.body.id}`;
    const tag = posted.headers.get('etag') ?? '';
    expect((await catches.call('GET', path)).headers.get('etag')).toBe(tag);
    const patch = (ifMatch: string) =>
      catches.call('PATCH', path, { metadata: { seen: ifMatch } }, owner, { 'if-match': ifMatch });
    const edited = await patch(tag);
    expect(edited.status).toBe(200);
    expect(await patch(tag)).toMatchObject({ status: 412, body: { code: 'request.precondition_failed' } });
    expect(await catches.call('DELETE', path, undefined, owner, { 'if-match': tag })).toMatchObject({ status: 412 });
    expect((await patch('*')).status).toBe(200);
    expect((await patch(edited.headers.get('etag') ?? '')).status).toBe(412);
    const now = (await catches.call('GET', path)).headers.get('etag') ?? '';
    expect((await catches.call('DELETE', path, undefined, owner, { 'if-match': now })).status).toBe(204);
  });

  it('is for the account alone that knows them, whatever the body says', async () => {
    const { id } = await added();
    expect(await patch(id, { nonsense: 1 }, reviewer)).toMatchObject({
      status: 403,
      body: { code: 'angler.forbidden' },
    });
  });

  it.each([
    ['a null name', { name: null }, 400, 'request.invalid'],
    ['an unknown field', { colour: 'red' }, 400, 'request.invalid'],
    ['an external_id that is taken', { external_id: 'taken' }, 409, 'angler.external_id_taken'],
    [
      'over 50 pairs once merged',
      { metadata: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key-${at}`, 'x'])) },
      400,
      'request.invalid',
    ],
  ])('refuses %s', async (_what, body, status, code) => {
    await catches.call('POST', '/v1/anglers', { name: 'x', external_id: 'taken' });
    const { id } = await added({ metadata: { already: 'there' } });
    expect(await patch(id, body)).toMatchObject({ status, body: { code } });
  });

  it('answers 404 for nobody', async () => {
    expect(await patch(NOBODY, { name: 'x' })).toMatchObject({ status: 404, body: { code: 'angler.not_found' } });
  });
});
