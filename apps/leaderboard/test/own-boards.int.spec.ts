import { TOPICS } from '@cds/contracts';
import type { CloudEvent } from '@cds/kafka';
import { derivedId, newId, type Problem } from '@cds/service-kit';
import { brokenListRules, eventually } from '@cds/testing';
import { unrefusedCalls } from '@cds/testing/identity';
import { republishBoards } from '../src/announce-boards/republish-boards.js';
import type { BoardView } from '../src/boards/board-view.js';
import { BackgroundWork } from '@cds/work-queue';
import { BoardChangeRates } from '../src/own-boards/board-change-rates.store.js';
import { apiOf, type Sent } from './api.js';
import { REPORTS } from './boards.harness.js';
import { type LeaderboardHarness, leaderboardHarness, type Page } from './leaderboard.harness.js';
import { speciesChanged, speciesDeleted } from './published.builders.js';

const RULE = {
  metric: 'longest',
  species_id: null,
  region: 'US-TX',
  min_verification_tier: 'witnessed',
  period: 'week',
};

let world: LeaderboardHarness;
const [bass, gone] = [newId('species'), newId('species')];
const api = apiOf(() => world.services[0]?.url ?? '');

const account = () => ({ accountId: newId('account') });
const create = (body: unknown, sent: Sent = {}) =>
  api<BoardView & Problem>('POST', '/v1/leaderboards', { body, ...sent });
const read = (id: string, caller = {}) => api<BoardView>('GET', `/v1/leaderboards/${id}`, { caller });
const patch = (id: string, body: unknown, sent: Sent = {}) =>
  api<BoardView & Problem>('PATCH', `/v1/leaderboards/${id}`, { body, ...sent });
const remove = (id: string, sent: Sent = {}) => api<Problem>('DELETE', `/v1/leaderboards/${id}`, sent);
const list = (query: string, caller = {}) => api<Page<BoardView>>('GET', `/v1/leaderboards?${query}`, { caller });

const faults = ({ status, body }: { status: number; body: Problem }) => [
  status,
  body.code,
  ...(body.errors ?? []).map((error) => ('pointer' in error ? error.pointer : error.parameter)),
];

beforeAll(async () => {
  world = await leaderboardHarness();
  await world.publish(
    TOPICS.speciesCatalog,
    speciesChanged(bass, 'Largemouth Bass'),
    speciesChanged(gone, 'Dodo Fish'),
  );
  await Promise.all([world.boardOf(null), world.boardOf(bass), world.boardOf(gone)]);
  await world.publish(TOPICS.speciesCatalog, speciesDeleted(gone));
});
afterAll(() => world.close());

it('refuses every call to a caller without its scope', async () => {
  expect(await unrefusedCalls('leaderboard', world.services[0]?.url ?? '')).toEqual([]);
});

describe('the standard boards', () => {
  it('are 24 of all species, and 4 of each species, which say what they rank', async () => {
    const all = (await list('sort=name&per_page=100')).body.data.filter(({ rule }) => rule.species_id === null);
    expect(all).toHaveLength(24);
    expect(all.every((board) => board.built_in)).toBe(true);
    expect((await list(`species_id=${bass}&sort=name`)).body.data.map(({ name }) => name)).toEqual([
      'Heaviest Largemouth Bass, all time',
      'Heaviest Largemouth Bass, monthly',
      'Heaviest Largemouth Bass, weekly',
      'Heaviest Largemouth Bass, yearly',
    ]);
  });

  it('begin anew where their period says so', async () => {
    const [week] = (await list(`species_id=${bass}&period=week`)).body.data;
    const { starts_at: start, ends_at: end } = week?.current_period ?? {};
    expect(week?.current_period.id).toMatch(/^\d{4}-W\d{2}$/);
    expect(Date.parse(end ?? '') - Date.parse(start ?? '')).toBe(7 * 86_400_000);
    expect(week?.next_reset_at).toBe(end);
  });

  it('are changed and deleted by nobody', async () => {
    const id = await world.boardOf(bass);
    expect(faults(await patch(id, { name: 'Mine' }))).toEqual([403, 'leaderboard.built_in']);
    expect(faults(await patch(id, { nonsense: 1 }))).toEqual([403, 'leaderboard.built_in']);
    expect(faults(await remove(id))).toEqual([403, 'leaderboard.built_in']);
  });
});

describe('POST /v1/leaderboards', () => {
  it('makes a board, and tells where it is', async () => {
    const { status, headers, body } = await create({ name: 'Café Texas', ...RULE, species_id: bass });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v1/leaderboards/${body.id}`);
    expect(body).toMatchObject({
      name: 'Café Texas',
      rule: { ...RULE, species_id: bass },
      built_in: false,
      state: 'filling',
      entry_count: 0,
    });
    expect((await read(body.id)).body).toMatchObject({ id: body.id, name: 'Café Texas', rule: body.rule });
  });

  it('needs a metric alone, and makes a name of the rule', async () => {
    const { body } = await create({ metric: 'catch_count' });
    expect(body).toMatchObject({
      name: 'Most catches, all time',
      rule: {
        metric: 'catch_count',
        species_id: null,
        region: null,
        min_verification_tier: 'photo',
        period: 'all_time',
      },
      current_period: { id: 'all', starts_at: null, ends_at: null },
      next_reset_at: null,
    });
    expect((await create({ ...RULE, species_id: bass, name: null })).body.name).toBe(
      'Longest Largemouth Bass in US-TX, witnessed, weekly',
    );
  });

  it('takes the rule as boards are read, under `rule`', async () => {
    const { status, body } = await create({ name: 'Nested', rule: { ...RULE, species_id: bass } });
    expect([status, body.name, body.rule]).toEqual([201, 'Nested', { ...RULE, species_id: bass }]);
    const { body: again } = await create({ rule: { metric: 'catch_count' } });
    expect(again).toMatchObject({ name: 'Most catches, all time', rule: { min_verification_tier: 'photo' } });
  });

  it.each([
    [{}, ['/metric']],
    [{ rule: {} }, ['/rule/metric']],
    [{ rule: null }, ['/rule']],
    [{ rule: RULE, period: 'week' }, ['/period']],
    [{ rule: { ...RULE, region: 'Texas', name: 'x' } }, ['/rule/region', '/rule/name']],
    [{ metric: 'prettiest' }, ['/metric']],
    [{ ...RULE, region: 'Texas' }, ['/region']],
    [{ ...RULE, region: 'us-tx' }, ['/region']],
    [{ ...RULE, region: 'US-ZZ' }, ['/region']],
    [{ ...RULE, period: '2026' }, ['/period']],
    [{ ...RULE, min_verification_tier: 'sworn' }, ['/min_verification_tier']],
    [{ ...RULE, species_id: 'bass' }, ['/species_id']],
    [{ ...RULE, name: '' }, ['/name']],
    [{ ...RULE, name: ' ' }, ['/name']],
    [{ ...RULE, name: 'Best \u202etaerg' }, ['/name']],
    [{ ...RULE, name: 'x'.repeat(201) }, ['/name']],
    [{ ...RULE, id: 'lb_1', created_at: 'now' }, ['/id', '/created_at']],
  ])('refuses %j', async (body, pointers) => {
    expect(faults(await create(body))).toEqual([400, 'request.invalid', ...pointers]);
  });

  it('refuses a species that there is not, or no more, and what else is wrong with it', async () => {
    const unknown = newId('species');
    expect(faults(await create({ ...RULE, species_id: unknown }))).toEqual([422, 'species.unknown', '/species_id']);
    expect(faults(await create({ ...RULE, species_id: gone }))).toEqual([422, 'species.unknown', '/species_id']);
    const both = faults(await create({ ...RULE, species_id: unknown, region: 'Texas' }));
    expect([both[0], ...both.slice(2).toSorted()]).toEqual([400, '/region', '/species_id']);
    const nested = faults(await create({ rule: { ...RULE, species_id: unknown, region: 'Texas' } }));
    expect([nested[0], ...nested.slice(2).toSorted()]).toEqual([400, '/rule/region', '/rule/species_id']);
  });

  it('is found by its species after this was deleted', async () => {
    const id = newId('species');
    await world.publish(TOPICS.speciesCatalog, speciesChanged(id, 'Great Auk Fish'));
    await world.boardOf(id);
    const { body: board } = await create({ ...RULE, species_id: id });
    await world.publish(TOPICS.speciesCatalog, speciesDeleted(id));
    // Its standard boards had no entries, and went with it.
    await eventually(async () => {
      const found = await list(`species_id=${id}`);
      expect(found).toMatchObject({ status: 200, body: { total: 1, data: [{ id: board.id }] } });
    });
    expect(faults(await create({ ...RULE, species_id: id }))).toEqual([422, 'species.unknown', '/species_id']);
  });

  it('refuses what is no JSON', async () => {
    expect((await create('{"metric":')).status).toBe(400);
  });

  it('makes one board under one key, and replays its answer', async () => {
    const caller = account();
    const sent = { caller, headers: { 'idempotency-key': 'once' } };
    const [first, again] = [await create(RULE, sent), await create(RULE, sent)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await list('mine=true', caller)).body.total).toBe(1);
    expect(faults(await create({ ...RULE, region: null }, sent))).toEqual([
      422,
      'idempotency.key_reused',
      'Idempotency-Key',
    ]);
  });

  it('makes a hundred boards for an account, however many are asked for at once', async () => {
    const caller = account();
    const statuses: number[] = [];
    for (let round = 0; round < 11; round += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => create(RULE, { caller })))).map(statusOf));
    expect(statuses.filter((status) => status === 201)).toHaveLength(100);
    const refused = await create(RULE, { caller });
    expect([refused.status, refused.body.code]).toEqual([422, 'leaderboard.limit']);
    expect(refused.body.detail).toContain('100');
    const [one] = (await list('mine=true', caller)).body.data;
    expect((await remove(one?.id ?? '', { caller })).status).toBe(204);
    expect((await create(RULE, { caller })).status).toBe(201);
    // Somebody else is not concerned.
    expect((await create(RULE, { caller: account() })).status).toBe(201);
  });
});

const statusOf = ({ status }: { status: number }): number => status;

describe('an account that has changed its boards too often', () => {
  const spend = (accountId: string, seconds: number): Promise<unknown> =>
    world.pool.query(
      `INSERT INTO board_change_rates VALUES ($1, now() + make_interval(secs => $2))
        ON CONFLICT (account_id) DO UPDATE SET spent_until = excluded.spent_until`,
      [accountId, seconds],
    );

  it('waits before it creates another one or changes a rule, and nobody else does', async () => {
    const caller = account();
    const { body: made } = await create(RULE, { caller });
    await spend(caller.accountId, 3_004);
    for (const refused of [await create(RULE, { caller }), await patch(made.id, { metric: 'deepest' }, { caller })]) {
      expect([refused.status, refused.body.code]).toEqual([429, 'limit.account']);
      expect(refused.body.detail).toContain('600 times an hour');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(9);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    }
    expect((await read(made.id)).body.rule).toEqual(RULE);
    expect((await create(RULE, { caller: account() })).status).toBe(201);
    expect((await patch(made.id, { name: 'Ours', metric: RULE.metric }, { caller })).status).toBe(200);
    expect((await remove(made.id, { caller })).status).toBe(204);
  });

  it('has waited as long as it was told to', async () => {
    const caller = account();
    await spend(caller.accountId, 2_990);
    expect((await create(RULE, { caller })).status).toBe(201);
    expect((await create(RULE, { caller })).status).toBe(429);
  });

  it('is forgotten when its limit is free again', async () => {
    const rates = new BoardChangeRates(world.pool, new BackgroundWork(REPORTS));
    const [due, spent] = [account().accountId, account().accountId];
    await spend(due, -1);
    await spend(spent, 60);
    await rates.sweep();
    const { rows } = await world.pool.query<{ account_id: string }>(
      'SELECT account_id FROM board_change_rates WHERE account_id = ANY($1)',
      [[due, spent]],
    );
    expect(rows).toEqual([{ account_id: spent }]);
  });
});

describe('PATCH /v1/leaderboards/{id}', () => {
  it('changes the rule, and the name that was made from it', async () => {
    const { body: made } = await create(RULE);
    const { status, headers, body } = await patch(made.id, { metric: 'deepest', region: null, species_id: bass });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Deepest Largemouth Bass, witnessed, weekly',
      rule: { ...RULE, metric: 'deepest', region: null, species_id: bass },
      state: 'filling',
    });
    expect(headers.get('etag')).not.toBeNull();
  });

  it('changes what it names under `rule`, and no more', async () => {
    const { body: made } = await create({ ...RULE, name: 'Ours' });
    const { body } = await patch(made.id, { rule: { metric: 'deepest' } });
    expect([body.name, body.rule]).toEqual(['Ours', { ...RULE, metric: 'deepest' }]);
  });

  it('keeps a name that was given, until null takes it away', async () => {
    const { body: made } = await create({ ...RULE, name: 'Ours' });
    expect((await patch(made.id, { period: 'year' })).body.name).toBe('Ours');
    expect((await patch(made.id, { name: null })).body.name).toBe('Longest catch in US-TX, witnessed, yearly');
    expect((await patch(made.id, { name: 'Ours again' })).body.name).toBe('Ours again');
  });

  it('of what is there already changes nothing', async () => {
    const { body: made } = await create(RULE);
    const before = await read(made.id);
    const { body } = await patch(made.id, { region: RULE.region, metric: RULE.metric });
    expect(body.updated_at).toBe(before.body.updated_at);
    expect((await patch(made.id, {})).body.updated_at).toBe(before.body.updated_at);
  });

  it('takes the type of a merge patch', async () => {
    const { body: made } = await create(RULE);
    const headers = { 'content-type': 'application/merge-patch+json' };
    expect((await patch(made.id, { name: 'Patched' }, { headers })).body.name).toBe('Patched');
  });

  it('answers one of two writers 412', async () => {
    const { body: made, headers } = await create(RULE);
    const etag = (await read(made.id)).headers.get('etag') ?? '';
    expect((await patch(made.id, { name: 'First' }, { headers: { 'if-match': etag } })).status).toBe(200);
    for (const stale of [etag, headers.get('etag') ?? '']) {
      const late = await patch(made.id, { name: 'Second' }, { headers: { 'if-match': stale } });
      expect(faults(late)).toEqual([412, 'request.precondition_failed']);
      expect(faults(await remove(made.id, { headers: { 'if-match': stale } }))).toEqual([
        412,
        'request.precondition_failed',
      ]);
    }
    const newer = (await api('GET', `/v1/leaderboards/${made.id}?fields=name`)).headers.get('etag') ?? '';
    expect((await patch(made.id, { name: 'Second' }, { headers: { 'if-match': newer } })).status).toBe(200);
    expect((await remove(made.id, { headers: { 'if-match': '*' } })).status).toBe(204);
  });

  it.each([
    [{ metric: null }, '/metric'],
    [{ period: null }, '/period'],
    [{ min_verification_tier: null }, '/min_verification_tier'],
    [{ region: 'Texas' }, '/region'],
    [{ entry_count: 5 }, '/entry_count'],
  ])('refuses %j', async (body, pointer) => {
    const { body: made } = await create(RULE);
    expect(faults(await patch(made.id, body))).toEqual([400, 'request.invalid', pointer]);
  });

  it('refuses a species that there is not', async () => {
    const { body: made } = await create(RULE);
    const answer = await patch(made.id, { species_id: newId('species') });
    expect(faults(answer)).toEqual([422, 'species.unknown', '/species_id']);
  });
});

describe('a board of a species that has just been created', () => {
  it.each([
    ['POST', ''],
    ['POST', 'rule'],
    ['PATCH', ''],
    ['PATCH', 'rule'],
  ])('is made or changed once the service has heard of the species (%s, %s)', async (method, under) => {
    const [id, name] = [newId('species'), `Zander ${method} ${under}`];
    const rule = { metric: 'longest', species_id: id };
    const body = under === '' ? rule : { [under]: rule };
    const { body: made } = method === 'PATCH' ? await create(RULE) : { body: { id: '' } };
    const writing = method === 'PATCH' ? patch(made.id, body) : create(body);
    // As another copy of the service hears of it.
    await world.pool.query('INSERT INTO species (id, common_name, version) VALUES ($1, $2, 1)', [id, name]);
    const { status, body: board } = await writing;
    expect(status).toBe(method === 'PATCH' ? 200 : 201);
    expect(board.rule.species_id).toBe(id);
    expect(board.name).toContain(name);
  });

  it('is refused when the id is an old one, and after a second when nobody hears of it', async () => {
    const { body: made } = await create(RULE);
    const old = derivedId('species', new Date('2026-01-01T00:00:00.000Z'), 'none');
    const startedAt = performance.now();
    for (const answer of [await create({ ...RULE, species_id: old }), await patch(made.id, { species_id: old })])
      expect(faults(answer)).toEqual([422, 'species.unknown', '/species_id']);
    expect((await patch(made.id, { species_id: newId('species') })).status).toBe(422);
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
  });
});

describe('another account’s board', () => {
  it('is read by everybody, and changed by its account alone, whatever the body says', async () => {
    const { body: made } = await create(RULE, { caller: account() });
    const stranger = account();
    expect((await read(made.id, stranger)).status).toBe(200);
    expect((await list('mine=true', stranger)).body.total).toBe(0);
    expect(faults(await patch(made.id, { name: 'Mine' }, { caller: stranger }))).toEqual([
      403,
      'leaderboard.forbidden',
    ]);
    expect(faults(await patch(made.id, { nonsense: 1 }, { caller: stranger }))).toEqual([403, 'leaderboard.forbidden']);
    expect(faults(await remove(made.id, { caller: stranger }))).toEqual([403, 'leaderboard.forbidden']);
  });

  it.each([newId('leaderboard'), 'lb_1', 'heaviest'])('that does not exist is a 404 (%s)', async (id) => {
    expect(faults(await patch(id, { name: 'Mine' }))).toEqual([404, 'leaderboard.not_found']);
    expect(faults(await remove(id))).toEqual([404, 'leaderboard.not_found']);
  });
});

describe('DELETE /v1/leaderboards/{id}', () => {
  it('removes the board at once', async () => {
    const { body: made } = await create(RULE);
    expect((await remove(made.id)).status).toBe(204);
    expect((await read(made.id)).status).toBe(404);
    expect((await api('GET', `/v1/leaderboards/${made.id}/entries`)).status).toBe(404);
    expect(faults(await remove(made.id))).toEqual([404, 'leaderboard.not_found']);
  });
});

describe('a species with a new name', () => {
  it('renames the boards that are named by their rule, and no others', async () => {
    const pike = newId('species');
    await world.publish(TOPICS.speciesCatalog, speciesChanged(pike, 'Pike'));
    await world.boardOf(pike);
    const { body: unnamed } = await create({ ...RULE, species_id: pike });
    const { body: named } = await create({ ...RULE, species_id: pike, name: 'Pike of Texas' });
    const etag = (await read(unnamed.id)).headers.get('etag') ?? '';
    await world.publish(TOPICS.speciesCatalog, speciesChanged(pike, 'Northern Pike', 2));
    await eventually(async () =>
      expect((await list(`species_id=${pike}&sort=name`)).body.data.map(({ name }) => name)).toEqual([
        'Heaviest Northern Pike, all time',
        'Heaviest Northern Pike, monthly',
        'Heaviest Northern Pike, weekly',
        'Heaviest Northern Pike, yearly',
        'Longest Northern Pike in US-TX, witnessed, weekly',
        'Pike of Texas',
      ]),
    );
    expect((await read(named.id)).body.updated_at).toBe(named.updated_at);
    expect((await patch(unnamed.id, { name: 'Mine' }, { headers: { 'if-match': etag } })).status).toBe(412);
  });
});

describe('the list of boards', () => {
  it('sorts names without case and accents', async () => {
    const caller = account();
    for (const name of ['zander', 'Ähre', 'Apfel', 'äpfel', 'Zander', 'Barsch'])
      await create({ ...RULE, name }, { caller });
    await eventually(async () =>
      expect((await list('mine=true', caller)).body.data.every(({ state }) => state === 'ready')).toBe(true),
    );
    const names = async (query: string) => (await list(`mine=true&${query}`, caller)).body.data.map(({ name }) => name);
    const sorted = ['Ähre', 'Apfel', 'äpfel', 'Barsch', 'zander', 'Zander'];
    expect(await names('sort=name')).toEqual(sorted);
    expect(await names('sort=-name')).toEqual(sorted.toReversed());
    expect(await names('sort=created_at')).toEqual(['zander', 'Ähre', 'Apfel', 'äpfel', 'Zander', 'Barsch']);
    expect(
      await brokenListRules({
        get: (more) => list(more, caller),
        query: 'mine=true&sort=-name',
        other: 'metric=longest',
        field: 'name',
      }),
    ).toEqual([]);
  });

  it.each(['sort=-created_at', 'sort=name,-updated_at', ''])('keeps the rules of every list (%s)', async (query) => {
    const filter = `species_id=${bass}${query && `&${query}`}`;
    expect(
      await brokenListRules({ get: (more) => list(more), query: filter, other: 'metric=heaviest', field: 'rule' }),
    ).toEqual([]);
  });

  it.each([
    ['sort=entry_count', 'sort'],
    ['region=US-ZZ', 'region'],
    ['mine=yes', 'mine'],
  ])('refuses %s', async (query, parameter) => {
    const { status, body } = await api<Problem>('GET', `/v1/leaderboards?${query}`);
    expect(faults({ status, body })).toEqual([400, 'request.invalid', parameter]);
  });
});

describe('which boards there are', () => {
  const TIMEOUT = { timeoutMs: 20_000 };

  it('is published: each as it is, under its newest name and rule, until it is gone', async () => {
    const told = await world.boardsTold();
    const statesOf = (id: string) =>
      told.filter(({ key }) => key === id).map(({ data }) => data as { version: number } | null);
    const caller = account();
    const { body: made } = await create({ ...RULE, name: 'Rodeo' }, { caller });
    const board = {
      id: made.id,
      name: 'Rodeo',
      rule: made.rule,
      account_id: caller.accountId,
      created_at: made.created_at,
      updated_at: made.updated_at,
      version: 1,
    };
    await eventually(() => expect(statesOf(made.id)).toContainEqual(board), TIMEOUT);
    const { body: edited } = await patch(made.id, { name: 'Roundup' }, { caller });
    const renamed = { ...board, name: 'Roundup', updated_at: edited.updated_at, version: 2 };
    await eventually(() => expect(statesOf(made.id)).toContainEqual(renamed), TIMEOUT);
    await remove(made.id, { caller });
    await eventually(() => expect(statesOf(made.id).at(-1)).toBeNull(), TIMEOUT);

    const standard = await world.boardOf(bass);
    await eventually(() => expect(statesOf(standard)).toHaveLength(1), TIMEOUT);
    expect(statesOf(standard)[0]).toMatchObject({ name: 'Heaviest Largemouth Bass, all time', account_id: null });
    await world.publish(TOPICS.speciesCatalog, speciesChanged(bass, 'Bigmouth Bass', 9));
    await eventually(
      () => expect(statesOf(standard).at(-1)).toMatchObject({ name: 'Heaviest Bigmouth Bass, all time', version: 2 }),
      TIMEOUT,
    );
    await eventually(
      async () => expect((await world.pool.query('SELECT FROM deleted_boards')).rowCount).toBe(0),
      TIMEOUT,
    );
  });

  it('says that a board is gone after its last state, whichever copies wrote them by which clocks', async () => {
    const heard = await world.boardsTold();
    const caller = account();
    const { body: made } = await create(RULE, { caller });
    const states = () => heard.filter(({ key }) => key === made.id);
    const times = () => states().map(({ headers }) => headers['ce_time'] ?? '');
    await eventually(() => expect(states()).not.toEqual([]), TIMEOUT);
    const ahead = "UPDATE boards SET updated_at = now() + interval '1 minute', version = version + 1 WHERE id = $1";
    await world.pool.query(ahead, [made.id]);
    await eventually(() => expect(times().at(-1)).not.toBe(times()[0]), TIMEOUT);
    await remove(made.id, { caller });
    await eventually(() => expect(states().at(-1)?.data).toBeNull(), TIMEOUT);
    expect(times()).toEqual(times().toSorted());
  });

  it('is sent again of all of them', async () => {
    const sent: CloudEvent[] = [];
    const count = await republishBoards(world.pool, (events) => Promise.resolve(void sent.push(...events)));
    const { rows } = await world.pool.query<{ id: string }>('SELECT id FROM boards ORDER BY id');
    expect(sent.map(({ subject }) => subject).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(count).toBe(rows.length);
  });

  it('is sent again with a tombstone behind it when the board is deleted meanwhile', async () => {
    const caller = account();
    const { body: board } = await create({ name: 'Soon gone', rule: RULE }, { caller });
    const sent: CloudEvent[] = [];
    await republishBoards(world.pool, async (events) => {
      if (sent.length === 0) expect((await remove(board.id, { caller })).status).toBe(204);
      sent.push(...events);
    });
    const [state, tombstone, ...more] = sent.filter(({ subject }) => subject === board.id);
    expect(state?.data).toMatchObject({ id: board.id });
    expect(tombstone?.data).toBeNull();
    expect(tombstone?.time.getTime()).toBeGreaterThanOrEqual(state?.time.getTime() ?? Infinity);
    expect(more).toEqual([]);
    expect(sent.filter(({ data }) => data === null)).toHaveLength(1);
  });
});
