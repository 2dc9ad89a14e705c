import { setTimeout as sleep } from 'node:timers/promises';
import { TOPICS } from '@cds/contracts';
import type { PublicCatch } from '@cds/contracts/events';
import { derivedId, newId, type Problem } from '@cds/service-kit';
import { brokenListRules, eventually } from '@cds/testing';
import { identityHeaders, testCaller } from '@cds/testing/identity';
import type { BoardView } from '../src/boards/board-view.js';
import type { RankingView } from '../src/entries/angler-rankings/ranking-view.js';
import type { EntryView } from '../src/entries/entry-list/entry-view.js';
import { takeWriterLock } from '../src/entries/rankings/writer-lock.js';
import { apiOf } from './api.js';
import { type LeaderboardHarness, leaderboardHarness, type Page } from './leaderboard.harness.js';
import { anglerErased, publicCatch, speciesChanged, verificationApproved } from './published.builders.js';

const ANGLERS = 61;
const bass = newId('species');
const anglers = Array.from({ length: ANGLERS }, (_, index) => ({ id: newId('angler'), name: `Angler ${index}` }));

let world: LeaderboardHarness;
let all: string;
let week: string;
const api = apiOf(() => world.services[0]?.url ?? '');
type EntryPage = Page<EntryView> & Problem & { next_cursor: string | null };
const entries = (query = '', board = all) =>
  api<EntryPage>('GET', `/v1/leaderboards/${board}/entries${query && `?${query}`}`);
const rankings = (anglerId: string, query = '') =>
  api<Page<RankingView> & Problem>('GET', `/v1/anglers/${anglerId}/rankings${query && `?${query}`}`);
const ids = (page: { body: Page<EntryView> }): string[] => page.body.data.map(({ angler }) => angler.id);
const parameters = ({ status, body }: { status: number; body: Problem }) => [
  status,
  ...(body.errors ?? []).map((error) => ('parameter' in error ? error.parameter : error.pointer)),
];

/**
 * Weights of one to twenty pounds, so that several anglers share each of them, and a time that decides between them.
 */
const startOfWeek = (): number => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - ((now.getUTCDay() + 6) % 7));
};
const catches: PublicCatch[] = anglers.map((angler, index) =>
  publicCatch({
    id: newId('catch'),
    angler,
    species_id: bass,
    weight_lbs: 1 + ((index * 7) % 20),
    // Every third has the time of another one as well: then the id decides.
    caught_at: new Date(startOfWeek() + (index % 3 === 0 ? 0 : (index * 13) % 50) * 1_000).toISOString(),
    verification_tier: 'witnessed',
  }),
);

/** The best entry of the board $2, from the time $3 on. */
const ADD_FIRST = `
  INSERT INTO ranked_entries (angler_id, period_id, placement, achieved_at, catches, known_from)
  SELECT $1, part.id, -1000000000, $3, 1, $3
  FROM board_rankings AS shown JOIN ranking_periods AS part ON part.ranking_id = shown.ranking_id
  WHERE shown.board_id = $2 AND shown.served_until IS NULL AND part.period = 'all'`;

/** The plain sort: more weight, then earlier, then the smaller id. */
const sorted = (of: readonly PublicCatch[]): string[] =>
  of
    .toSorted(
      (a, b) =>
        b.weight_lbs - a.weight_lbs ||
        Date.parse(a.caught_at) - Date.parse(b.caught_at) ||
        (a.angler.id < b.angler.id ? -1 : 1),
    )
    .map(({ angler }) => angler.id);
const expected = sorted(catches);
const board = async (query: string): Promise<string> => {
  const { body } = await api<Page<BoardView>>('GET', `/v1/leaderboards?species_id=${bass}&${query}`);
  const [only] = body.data;
  if (!only || body.total !== 1) throw new Error(`there is not one board with ${query}`);
  return only.id;
};

beforeAll(async () => {
  world = await leaderboardHarness();
  await world.publish(TOPICS.speciesCatalog, speciesChanged(bass, 'Largemouth Bass'));
  all = await eventually(() => board('period=all_time'));
  week = await board('period=week');
  await world.publish(TOPICS.catchEvents, ...catches.map((one) => verificationApproved(one)));
  await eventually(
    async () => {
      for (const one of [all, week]) expect((await entries('per_page=1', one)).body.total).toBe(ANGLERS);
    },
    { timeoutMs: 30_000 },
  );
});
afterAll(() => world.close());

const walked = async (query: string): Promise<EntryView[]> => {
  const found: EntryView[] = [];
  let cursor = '';
  for (;;) {
    const { body } = await entries(`${query}${cursor}`);
    found.push(...body.data);
    if (body.next_cursor === null) return found;
    cursor = `&cursor=${body.next_cursor}`;
  }
};

describe('the pages of a board', () => {
  it.each([1, 7, 30, 100])('of %i agree by cursor with a plain sort', async (size) => {
    const found = await walked(`per_page=${size}`);
    expect(found.map(({ angler }) => angler.id)).toEqual(expected);
    expect(found.map(({ rank }) => rank)).toEqual(expected.map((_, index) => index + 1));
  });

  it('agree by number and from each rank with a plain sort', async () => {
    for (const rank of [1, 2, 20, 21, 60, 61, 62]) {
      const page = await entries(`from_rank=${rank}&per_page=5`);
      expect(ids(page)).toEqual(expected.slice(rank - 1, rank + 4));
      expect(page.body.total).toBe(Math.max(0, ANGLERS - rank + 1));
      expect(page.body.data[0]?.rank).toBe(rank > ANGLERS ? undefined : rank);
      expect(ids(await entries(`from_rank=${rank}&per_page=5&page=3`))).toEqual(expected.slice(rank + 9, rank + 14));
    }
  });

  it('around each angler are full, with the angler as near to the middle as can be', async () => {
    for (const [index, anglerId] of expected.entries()) {
      const size = 1 + (index % 6);
      const page = await entries(`around=${anglerId}&per_page=${size}`);
      const first = Math.max(0, Math.min(index - Math.floor(size / 2), ANGLERS - size));
      expect(ids(page)).toEqual(expected.slice(first, first + size));
      expect(page.body).toMatchObject({ total: ANGLERS, page: null, has_more: first + size < ANGLERS });
      expect(page.body.data.map(({ rank }) => rank)).toEqual(page.body.data.map((_, at) => first + at + 1));
    }
  });

  it('around an angler have them also when entries came after they were counted', async () => {
    const { rows } = await world.pool.query<{ id: number }>(
      'UPDATE ranking_periods SET entry_count = 1 WHERE entry_count = $1 RETURNING id',
      [ANGLERS],
    );
    try {
      for (const anglerId of [expected[10] ?? '', expected.at(-1) ?? ''])
        expect(ids(await entries(`around=${anglerId}&per_page=4`))).toContain(anglerId);
    } finally {
      await world.pool.query('UPDATE ranking_periods SET entry_count = $1 WHERE id = ANY($2)', [
        ANGLERS,
        rows.map(({ id }) => id),
      ]);
    }
  });

  it('go on after a window by its cursor', async () => {
    const query = `around=${expected[30] ?? ''}&per_page=4`;
    const { body } = await entries(query);
    expect(ids(await entries(`${query}&cursor=${body.next_cursor ?? ''}`))).toEqual(expected.slice(32, 36));
  });

  it('around one who is not there, or not in this period, are empty', async () => {
    for (const query of [`around=${newId('angler')}`, `around=${expected[0] ?? ''}&period=2020-W01`]) {
      expect((await entries(query, week)).body).toMatchObject({ data: [], total: 0, has_more: false });
    }
  });

  it.each(['', 'period=all&units=metric'])('keep the rules of every list (%s)', async (query) => {
    const get = (more: string) => entries(more);
    expect(await brokenListRules({ get, query, other: 'from_rank=2', field: 'rank' })).toEqual([]);
  });
});

describe('the periods of a board', () => {
  it('are the current one by default, a past one, and one in the future, which is empty', async () => {
    const { body } = await api<BoardView>('GET', `/v1/leaderboards/${week}`);
    expect(body.entry_count).toBe(ANGLERS);
    expect(ids(await entries(`per_page=100&period=${body.current_period.id}`, week))).toEqual(expected);
    for (const period of ['2019-W52', '2999-W01'])
      expect((await entries(`period=${period}`, week)).body).toMatchObject({ data: [], total: 0 });
  });

  it('of a catch that is known late are past ones, which stay', async () => {
    const [angler] = anglers;
    const late = publicCatch({
      id: newId('catch'),
      angler: angler ?? { id: '', name: '' },
      species_id: bass,
      weight_lbs: 0.5,
      caught_at: '2019-12-30T00:00:00.000Z',
      verification_tier: 'photo',
    });
    await world.publish(TOPICS.catchEvents, verificationApproved(late));
    await eventually(async () => {
      const { body } = await entries('period=2020-W01', week);
      expect(body.data.map(({ rank, catch_id: id }) => [rank, id])).toEqual([[1, late.id]]);
    });
    expect((await entries('period=2019-W52', week)).body.total).toBe(0);
    expect((await entries('', week)).body.total).toBe(ANGLERS);
  });

  it.each(['2026', '2026-11', 'all', '2025-W53', '2026-W00', 'now'])('are no others (%s)', async (period) => {
    expect(parameters(await entries(`period=${period}`, week))).toEqual([400, 'period']);
  });
});

describe('the parameters of entries', () => {
  it.each([
    ['around=ang_1', ['around']],
    [`around=${newId('angler')}&page=1`, ['page']],
    [`around=${newId('angler')}&from_rank=2`, ['from_rank']],
    ['from_rank=0', ['from_rank']],
    ['as_of=2999-01-01T00:00:00Z', ['as_of']],
    ['as_of=yesterday', ['as_of']],
    ['fields=score_lbs', ['fields']],
    ['units=stones', ['units']],
  ])('refuse %s', async (query, named) => {
    expect(parameters(await entries(query))).toEqual([400, ...named]);
  });

  it('add kilograms to pounds, by themselves too', async () => {
    const { body } = await entries('units=metric&per_page=1');
    expect(body.data[0]).toMatchObject({ score: 20, score_kg: 9.072 });
    expect((await entries('units=metric&per_page=1&fields=score_kg')).body.data).toEqual([{ score_kg: 9.072 }]);
    expect((await entries('per_page=1&fields=score,score_kg')).body.data).toEqual([{ score: 20, score_kg: 9.072 }]);
    expect((await entries('per_page=1')).body.data[0]).not.toHaveProperty('score_kg');
  });

  it('give a tag that is good for the same page alone', async () => {
    const path = `/v1/leaderboards/${all}/entries?per_page=2`;
    const etag = (await api('GET', path)).headers.get('etag') ?? '';
    expect((await api('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await api('GET', `${path}&page=2`, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('a board as it was', () => {
  it('has the entries of that time, by page, rank, cursor and around', async () => {
    const asOf = new Date().toISOString();
    const changed = catches.map((one, index) =>
      index % 4 === 0 ? { ...one, weight_lbs: one.weight_lbs + 30, version: 2 } : one,
    );
    await world.publish(
      TOPICS.catchEvents,
      ...changed.filter(({ version }) => version === 2).map((one) => verificationApproved(one)),
    );
    const now = sorted(changed);
    await eventually(async () => expect(ids(await entries('per_page=100'))).toEqual(now), { timeoutMs: 30_000 });
    const then = `as_of=${asOf}`;
    expect(ids(await entries(`per_page=100&${then}`))).toEqual(expected);
    expect((await walked(`${then}&per_page=9`)).map(({ angler }) => angler.id)).toEqual(expected);
    expect(ids(await entries(`${then}&from_rank=11&per_page=3`))).toEqual(expected.slice(10, 13));
    expect(ids(await entries(`${then}&around=${expected[20] ?? ''}&per_page=3`))).toEqual(expected.slice(19, 22));
    expect((await entries(`${then}&around=${newId('angler')}`)).body.data).toEqual([]);
    expect(await brokenListRules({ get: (more) => entries(more), query: then, field: 'rank' })).toEqual([]);
  });

  it('of this moment waits for the moves that are being stored, but not for long', async () => {
    const batch = await world.pool.connect();
    const begin = async () => {
      await batch.query('BEGIN');
      await takeWriterLock(batch);
    };
    await begin();
    const asOf = new Date().toISOString();
    const asked = [entries(`as_of=${asOf}&per_page=1`), entries(`as_of=${asOf}&per_page=1`)];
    const first = newId('angler');
    await batch.query(ADD_FIRST, [first, all, asOf]);
    await sleep(100);
    await batch.query('COMMIT');
    for (const page of await Promise.all(asked)) expect(ids(page)).toEqual([first]);
    await begin();
    expect((await entries(`as_of=${new Date().toISOString()}&per_page=1`)).status).toBe(200);
    await batch.query('DELETE FROM ranked_entries WHERE angler_id = $1', [first]);
    await batch.query('COMMIT');
    batch.release();
  });

  it('is empty before it was known, and keeps names that were erased to itself', async () => {
    expect((await entries('as_of=2020-01-01T00:00:00Z')).body).toMatchObject({ data: [], total: 0 });
    const erased = anglers[5]?.id ?? '';
    const asOf = new Date().toISOString();
    await world.publish(TOPICS.catchEvents, anglerErased(erased));
    const nameIn = async (query: string) =>
      (await entries(`around=${erased}&per_page=1${query}`)).body.data.map(({ angler }) => angler.name);
    await eventually(async () => expect(await nameIn('')).toEqual(['erased angler']));
    expect(await nameIn(`&as_of=${asOf}`)).toEqual(['erased angler']);
    expect((await rankings(erased)).status).toBe(410);
  });
});

describe('the rankings of an angler', () => {
  it('are their places on all boards, as the boards have them', async () => {
    const angler = anglers[17]?.id ?? '';
    const { status, body } = await rankings(angler, 'per_page=100');
    expect(status).toBe(200);
    // All species by weight, number of catches and number of species, and the heaviest of the species; four periods
    // each.
    expect(body.total).toBe(20);
    for (const { board: shown, ...place } of body.data) {
      const { body: page } = await entries(`around=${angler}&per_page=1`, shown.id);
      const [entry] = page.data;
      expect(place).toEqual({
        period: place.period,
        rank: entry?.rank,
        score: entry?.score,
        catch_id: entry?.catch_id,
        achieved_at: entry?.achieved_at,
        previous_rank: entry?.previous_rank,
        entry_count: page.total,
      });
      const { body: read } = await api<BoardView>('GET', `/v1/leaderboards/${shown.id}`);
      expect(shown).toEqual({ id: read.id, name: read.name, rule: read.rule });
      expect(place.period).toBe(read.current_period.id);
    }
  });

  it('keep the rules of every list', async () => {
    const get = (more: string) => rankings(anglers[18]?.id ?? '', more);
    expect(await brokenListRules({ get, other: 'period=week', field: 'rank' })).toEqual([]);
    expect(
      await brokenListRules({ get, query: 'period=week&units=metric', other: 'period=year', field: 'board' }),
    ).toEqual([]);
  });

  it('are filtered by period and board, and have metric twins', async () => {
    const angler = anglers[18]?.id ?? '';
    expect((await rankings(angler, `leaderboard_id=${week}&leaderboard_id=${all}`)).body.total).toBe(2);
    const { body } = await rankings(angler, `leaderboard_id=${week}&units=metric&fields=rank,score_kg`);
    expect(Object.keys(body.data[0] ?? {}).toSorted()).toEqual(['rank', 'score_kg']);
    const byField = await rankings(angler, `leaderboard_id=${week}&fields=rank,score_kg`);
    expect(byField.body.data).toEqual(body.data);
    expect((await rankings(angler, 'period=week')).body.data.every(({ period }) => period.includes('-W'))).toBe(true);
  });

  it.each([newId('angler'), 'ang_1', 'somebody'])('of one who is not known are a 404 (%s)', async (id) => {
    const { status, body } = await rankings(id);
    expect([status, body.code]).toEqual([404, 'angler.not_found']);
  });

  it('of one who has just been added are waited for', async () => {
    const added = newId('angler');
    const reading = rankings(added);
    // As another copy of the service hears of them.
    await world.pool.query("INSERT INTO anglers (id, name, named_at) VALUES ($1, '', now())", [added]);
    expect(await reading).toMatchObject({ status: 200, body: { data: [], total: 0 } });
  });

  it('of new ids that nobody has are a 404 after a second, and many who wait keep nothing from others', async () => {
    const startedAt = performance.now();
    const reading = Promise.all(Array.from({ length: 40 }, () => rankings(newId('angler'))));
    expect((await rankings(anglers[17]?.id ?? '')).status).toBe(200);
    const old = derivedId('angler', new Date('2026-01-01T00:00:00.000Z'), 'nobody');
    expect((await rankings(old)).status).toBe(404);
    expect((await reading).every(({ status }) => status === 404)).toBe(true);
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
  });

  it.each(['period=2026', 'leaderboard_id=lb_1', 'species_id=x', 'fields=id'])('refuse %s', async (query) => {
    expect(parameters(await rankings(anglers[18]?.id ?? '', query))).toEqual([400, query.split('=')[0]]);
  });
});

describe('an account that reads what a board was, over and over, while that is slow', () => {
  const other = { accountId: newId('account') };
  const heavyReads = async (): Promise<number> => {
    const { rows } = await world.pool.query<{ active: number }>(
      `SELECT count(*)::int AS active FROM pg_stat_activity WHERE datname = current_database()
         AND state = 'active' AND application_name = 'leaderboard-heavy-reads'`,
    );
    return rows[0]?.active ?? 0;
  };

  it('holds nobody else up, and leaves nothing behind when it goes', async () => {
    const blocker = await world.pool.connect();
    const gone = new AbortController();
    try {
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE entry_versions IN ACCESS EXCLUSIVE MODE');
      const path = `/v1/leaderboards/${all}/entries?as_of=${new Date().toISOString()}`;
      const reads = Array.from({ length: 20 }, () =>
        fetch(`${world.services[0]?.url ?? ''}${path}`, {
          headers: identityHeaders('leaderboard', testCaller()),
          signal: gone.signal,
        }).catch((error: unknown) => (error as Error).name),
      );
      await eventually(async () => expect(await heavyReads()).toBe(2));
      for (const query of ['', `around=${expected[9] ?? ''}`, 'from_rank=40']) {
        const answer = await api('GET', `/v1/leaderboards/${all}/entries?${query}`, { caller: other });
        expect(answer.status).toBe(200);
      }
      expect((await api('GET', '/v1/leaderboards?sort=name', { caller: other })).status).toBe(200);
      expect((await api('GET', `/v1/anglers/${anglers[18]?.id ?? ''}/rankings`, { caller: other })).status).toBe(200);
      gone.abort();
      expect(new Set(await Promise.all(reads))).toEqual(new Set(['AbortError']));
      await eventually(async () => expect(await heavyReads()).toBe(0));
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    expect((await entries(`as_of=${new Date().toISOString()}`)).status).toBe(200);
  });
});
