import { TOPICS } from '@cds/contracts';
import { newId, type Problem } from '@cds/service-kit';
import { brokenListRules, eventually } from '@cds/testing';
import type { BoardView } from '../src/boards/board-view.js';
import type { EntryView } from '../src/entries/entry-list/entry-view.js';
import { type LeaderboardHarness, leaderboardHarness, type Page } from './leaderboard.harness.js';
import {
  anglerAdded,
  anglerErased,
  catchDeleted,
  publicCatch,
  speciesChanged,
  verifiedCatch,
} from './published.builders.js';

const ANGLERS = ['Ann', 'Ben', 'Cid', 'Dot', 'Eve'];

describe('GET /v1/leaderboards', () => {
  let world: LeaderboardHarness;
  let all: string;
  const [bass, bluegill] = [newId('species'), newId('species')];

  beforeAll(async () => {
    world = await leaderboardHarness();
    await world.publish(
      TOPICS.speciesCatalog,
      speciesChanged(bass, 'Largemouth Bass'),
      speciesChanged(bluegill, 'Bluegill'),
    );
    all = await world.boardOf(null);
    await Promise.all([world.boardOf(bass), world.boardOf(bluegill)]);
    const catches = ANGLERS.map((name, index) =>
      verifiedCatch({
        id: newId('catch'),
        angler: { id: newId('angler'), name },
        species_id: bass,
        weight_lbs: 9.125 - index,
      }),
    );
    await world.publish(TOPICS.catchEvents, ...catches);
    await eventually(async () => expect(await world.entries(all)).toHaveLength(ANGLERS.length));
  });
  afterAll(() => world.close());

  const boards = (query = '') => world.get<Page<BoardView>>(`/v1/leaderboards${query}`);
  const entries = (query = '') => world.get<Page<EntryView>>(`/v1/leaderboards/${all}/entries${query}`);
  const refusal = async (path: string): Promise<[number, string, unknown]> => {
    const { status, body } = await world.get<Problem>(path);
    return [status, body.code, body.errors?.map((error) => ('parameter' in error ? error.parameter : error.pointer))];
  };

  describe('rankings of an angler without a catch', () => {
    const rankings = (id: string) => world.get<Page<object> & Problem>(`/v1/anglers/${id}/rankings`);
    const known = (id: string) => eventually(async () => expect((await rankings(id)).status).toBe(200));

    it('are an empty list, and have the first catch like those of others', async () => {
      const id = newId('angler');
      await world.publish(TOPICS.catchAnglers, anglerAdded(id));
      await known(id);
      expect((await rankings(id)).body).toMatchObject({ data: [], total: 0, has_more: false });
      const first = { id: newId('catch'), angler: { id, name: 'Flo' }, species_id: bass, weight_lbs: 1 };
      await world.publish(TOPICS.catchEvents, verifiedCatch(first));
      await eventually(async () => expect((await rankings(id)).body.total).toBeGreaterThan(0));
      expect((await world.entries(all)).at(-1)).toMatchObject({ angler: { id, name: 'Flo' } });
      await world.publish(TOPICS.catchEvents, catchDeleted(publicCatch({ ...first, version: 2 })));
      await eventually(async () => expect((await rankings(id)).body.total).toBe(0));
    });

    it('are a 410 when they were erased, whatever is heard first', async () => {
      const [before, after] = [newId('angler'), newId('angler')];
      await world.publish(TOPICS.catchAnglers, anglerAdded(before));
      await known(before);
      await world.publish(TOPICS.catchEvents, anglerErased(before), anglerErased(after));
      await eventually(async () => expect((await rankings(after)).status).toBe(410));
      const last = newId('angler');
      await world.publish(TOPICS.catchAnglers, anglerAdded(after), anglerAdded(last));
      await known(last);
      await eventually(async () => expect((await rankings(before)).body.code).toBe('angler.erased'));
      expect((await rankings(after)).body.code).toBe('angler.erased');
    });
  });

  describe('as a list', () => {
    it('has the boards of all species first, then the others by name', async () => {
      const { status, headers, body } = await boards('?metric=heaviest&period=all_time');
      expect(status).toBe(200);
      expect(body).toMatchObject({ total: 3, page: 1, per_page: 25, has_more: false, next_cursor: null });
      expect(body.data.map(({ name }) => name)).toEqual([
        'Heaviest catch, all time',
        'Heaviest Bluegill, all time',
        'Heaviest Largemouth Bass, all time',
      ]);
      expect(headers.get('link')).toContain('rel="first"');
    });

    it('comes in pages', async () => {
      const { body } = await boards('?metric=heaviest&period=all_time&page=2&per_page=2');
      expect(body).toMatchObject({ total: 3, page: 2, per_page: 2, has_more: false });
      expect(body.data.map(({ name }) => name)).toEqual(['Heaviest Largemouth Bass, all time']);
    });

    it.each([
      ['metric=heaviest', 12],
      ['metric=deepest', 4],
      ['metric=deepest&metric=heaviest', 16],
      ['period=all_time', 8],
      ['period=week', 8],
      [`species_id=${bass}`, 4],
      [`species_id=${bass}&species_id=${bluegill}`, 8],
      [`species_id=${bass}&period=month`, 1],
      ['region=US-TX', 0],
    ])('filtered by %s has %i', async (query, total) => {
      const { status, body } = await boards(`?${query}`);
      expect(status).toBe(200);
      expect(body.total).toBe(total);
      expect(body.data).toHaveLength(total);
    });

    it.each([
      ['metric=prettiest', ['metric']],
      ['period=2026', ['period']],
      ['species_id=bass', ['species_id']],
      ['region=Texas', ['region']],
      ['page=0&per_page=101', ['page', 'per_page']],
      ['page=101&per_page=100', ['page']],
      ['metrics=heaviest', ['metrics']],
      ['fields=score', ['fields']],
    ])('refuses %s', async (query, parameters) => {
      expect(await refusal(`/v1/leaderboards?${query}`)).toEqual([400, 'request.invalid', parameters]);
    });

    it('refuses a species that there is not', async () => {
      const { status, body } = await world.get<Problem>(
        `/v1/leaderboards?species_id=${bass}&species_id=${newId('species')}`,
      );
      expect(status).toBe(400);
      expect(body.errors).toEqual([expect.objectContaining({ parameter: 'species_id', code: 'species.unknown' })]);
    });

    it.each(['', 'metric=heaviest&metric=deepest'])('keeps the rules of every list (%s)', async (query) => {
      expect(
        await brokenListRules({ get: (more) => boards(`?${more}`), query, other: `species_id=${bass}`, field: 'name' }),
      ).toEqual([]);
    });

    it('is for the gateway alone', async () => {
      const { status, body } = await world.get<Problem>('/v1/leaderboards', {});
      expect([status, body.code]).toEqual([401, 'auth.identity']);
    });
  });

  describe('as one board', () => {
    it('has its rule, its period and its number of entries', async () => {
      const { status, body } = await world.get<BoardView>(`/v1/leaderboards/${all}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        id: all,
        built_in: true,
        state: 'ready',
        name: 'Heaviest catch, all time',
        rule: {
          metric: 'heaviest',
          species_id: null,
          region: null,
          min_verification_tier: 'photo',
          period: 'all_time',
        },
        current_period: { id: 'all', starts_at: null, ends_at: null },
        next_reset_at: null,
        entry_count: ANGLERS.length,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/) as unknown,
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/) as unknown,
      });
    });

    it.each([newId('leaderboard'), 'lb_1', 'heaviest', '%F0%9F%90%9F'])('is not found as %s', async (id) => {
      expect(await refusal(`/v1/leaderboards/${id}`)).toEqual([404, 'leaderboard.not_found', undefined]);
      expect(await refusal(`/v1/leaderboards/${id}/entries`)).toEqual([404, 'leaderboard.not_found', undefined]);
    });

    it('shows the requested fields', async () => {
      expect((await world.get<BoardView>(`/v1/leaderboards/${all}?fields=entry_count`)).body).toEqual({
        entry_count: ANGLERS.length,
      });
      expect(await refusal(`/v1/leaderboards/${all}?fields=entries`)).toEqual([400, 'request.invalid', ['fields']]);
    });

    it('takes no other parameters', async () => {
      expect(await refusal(`/v1/leaderboards/${all}?period=all`)).toEqual([400, 'request.invalid', ['period']]);
    });
  });

  describe('as entries', () => {
    it('has them by rank', async () => {
      const { status, headers, body } = await entries();
      expect(status).toBe(200);
      expect(body).toMatchObject({ total: 5, page: 1, per_page: 25, has_more: false, next_cursor: null });
      expect(body.data.map(({ rank, angler, score }) => [rank, angler.name, score])).toEqual([
        [1, 'Ann', 9.125],
        [2, 'Ben', 8.125],
        [3, 'Cid', 7.125],
        [4, 'Dot', 6.125],
        [5, 'Eve', 5.125],
      ]);
      expect(body.data[0]).toEqual({
        rank: 1,
        angler: { id: expect.stringMatching(/^ang_/) as unknown, name: 'Ann' },
        score: 9.125,
        catch_id: expect.stringMatching(/^catch_/) as unknown,
        achieved_at: '2026-05-01T06:00:00.000Z',
        previous_rank: null,
      });
      expect(headers.get('link')).toContain('rel="last"');
    });

    it('keeps ranks over pages', async () => {
      const { body } = await entries('?page=2&per_page=2');
      expect(body).toMatchObject({ total: 5, has_more: true });
      expect(body.data.map(({ rank }) => rank)).toEqual([3, 4]);
    });

    it('begins at a rank, and counts from there', async () => {
      const { body } = await entries('?from_rank=3&page=2&per_page=2');
      expect(body).toMatchObject({ total: 3, page: 2, has_more: false });
      expect(body.data.map(({ rank }) => rank)).toEqual([5]);
    });

    it('is empty beyond the last rank', async () => {
      for (const query of ['?from_rank=6', '?from_rank=2147483647&page=100&per_page=100', '?page=2']) {
        expect((await entries(query)).body.data).toEqual([]);
      }
      expect((await entries('?from_rank=7')).body.total).toBe(0);
    });

    it.each(['', 'from_rank=2', 'period=all'])('keeps the rules of every list (%s)', async (query) => {
      expect(
        await brokenListRules({
          get: (more) => entries(`?${more}`),
          query,
          ...(query !== 'from_rank=2' && { other: 'from_rank=2' }),
          field: 'rank',
        }),
      ).toEqual([]);
    });

    it('has scores in the unit of the metric, and metric twins on request', async () => {
      expect((await entries('?units=metric')).body).toMatchObject((await entries()).body);
    });

    it('is the same under its one period', async () => {
      expect((await entries('?period=all')).body).toEqual((await entries()).body);
    });

    it.each([
      ['period=2026-W47', ['period']],
      ['period=2026', ['period']],
      ['from_rank=0', ['from_rank']],
      ['from_rank=first', ['from_rank']],
      ['per_page=1000', ['per_page']],
      ['around=ang_1', ['around']],
      ['units=stones', ['units']],
      ['fields=weight', ['fields']],
    ])('refuses %s', async (query, parameters) => {
      expect(await refusal(`/v1/leaderboards/${all}/entries?${query}`)).toEqual([400, 'request.invalid', parameters]);
    });
  });
});
