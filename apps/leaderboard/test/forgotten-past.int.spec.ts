import { TOPICS } from '@cds/contracts';
import { newId, type Problem } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import type { BoardView } from '../src/boards/board-view.js';
import type { EntryView } from '../src/entries/entry-list/entry-view.js';
import { KEPT_FORMER } from '../src/entries/rankings/entries-since.sql.js';
import { apiOf } from './api.js';
import { type LeaderboardHarness, leaderboardHarness, type Page } from './leaderboard.harness.js';
import { speciesChanged, verifiedCatch } from './published.builders.js';

const METRICS = ['catch_count', 'total_weight', 'heaviest'] as const;
const TIMEOUT = { timeoutMs: 20_000 };

let world: LeaderboardHarness;
const api = apiOf(() => world.services[0]?.url ?? '');
const entries = async (board: string, query: string) => {
  const { status, body } = await api<Page<EntryView> & Problem>('GET', `/v1/leaderboards/${board}/entries?${query}`);
  return status === 200 ? { status, data: body.data.map(({ score }) => score) } : { status, errors: body.errors };
};
const shows = (board: string, state: object): Promise<void> =>
  eventually(
    async () => expect((await api<BoardView>('GET', `/v1/leaderboards/${board}`)).body).toMatchObject(state),
    TIMEOUT,
  );
const EMPTY = { status: 200, data: [] };

const aMoment = (): string => new Date().toISOString();

const makeBoard = async (rule: object): Promise<string> => {
  const { body } = await api<BoardView>('POST', '/v1/leaderboards', { body: rule });
  await shows(body.id, { state: 'ready' });
  return body.id;
};

/** So often that its first ranking is removed. */
const editOften = async (board: string): Promise<void> => {
  for (let edit = 0; edit <= KEPT_FORMER; edit += 1) {
    await api('PATCH', `/v1/leaderboards/${board}`, { body: { metric: METRICS[edit % METRICS.length] } });
    await shows(board, { state: 'ready', rule: { metric: METRICS[edit % METRICS.length] } });
  }
};
const keptFrom = async (board: string): Promise<string> => {
  const text = 'SELECT min(served_from) AS at FROM board_rankings WHERE board_id = $1';
  return ((await world.pool.query<{ at: Date }>(text, [board])).rows[0]?.at ?? new Date()).toISOString();
};
const notKept = (from: string) => ({
  status: 400,
  errors: [
    {
      parameter: 'as_of',
      code: 'too_small',
      detail: `\`as_of\` must not be before ${from}: what this board showed then is no longer kept.`,
    },
  ],
});

beforeAll(async () => {
  world = await leaderboardHarness();
});
afterAll(() => world.close());

describe('a board whose rule was changed more often than rankings are kept', () => {
  const pike = newId('species');
  let board: string;
  let moments: Readonly<Record<'ofNoBoard' | 'ofNoEntry' | 'ofFirstEntry', string>>;
  beforeAll(async () => {
    await world.publish(TOPICS.speciesCatalog, speciesChanged(pike, 'Pike'));
    await world.boardOf(pike);
    const ofNoBoard = aMoment();
    board = await makeBoard({ metric: 'heaviest', species_id: pike, region: 'US-TX' });
    const ofNoEntry = aMoment();
    const location = { name: null, latitude: 30, longitude: -97, region: 'US-TX', country: 'US', obscured: true };
    const texan = { id: newId('catch'), species_id: pike, weight_lbs: 9, location };
    await world.publish(TOPICS.catchEvents, verifiedCatch({ ...texan, angler: { id: newId('angler'), name: 'Ann' } }));
    await shows(board, { entry_count: 1 });
    moments = { ofNoBoard, ofNoEntry, ofFirstEntry: aMoment() };
    expect(await entries(board, `as_of=${moments.ofFirstEntry}`)).toEqual({ status: 200, data: [9] });
    await editOften(board);
  });

  it('refuses a time at which it showed what is not kept', async () => {
    const from = await keptFrom(board);
    for (const query of ['', '&period=all', '&period=2026', '&from_rank=5', `&around=${newId('angler')}`])
      expect(await entries(board, `as_of=${moments.ofFirstEntry}${query}`)).toEqual(notKept(from));
    const justBefore = new Date(Date.parse(from) - 1).toISOString();
    expect(await entries(board, `as_of=${justBefore}`)).toEqual(notKept(from));
    expect(await entries(board, `as_of=${from}`)).toEqual({ status: 200, data: [1] });
  });

  it('is empty at a time at which it had no entries, or was not there', async () => {
    expect(await entries(board, `as_of=${moments.ofNoEntry}`)).toEqual(EMPTY);
    expect(await entries(board, `as_of=${moments.ofNoBoard}`)).toEqual(EMPTY);
    expect(await entries(board, '')).toEqual({ status: 200, data: [9] });
  });

  it('goes on telling so after more changes', async () => {
    await editOften(board);
    expect(await entries(board, `as_of=${moments.ofFirstEntry}`)).toEqual(notKept(await keptFrom(board)));
    expect(await entries(board, `as_of=${moments.ofNoEntry}`)).toEqual(EMPTY);
  });

  it('refuses all times since it was created where copies of an earlier release changed it', async () => {
    await world.pool.query('UPDATE board_rankings SET entries_since = NULL WHERE board_id = $1', [board]);
    expect(await entries(board, `as_of=${moments.ofFirstEntry}`)).toEqual(notKept(await keptFrom(board)));
    expect(await entries(board, `as_of=${moments.ofNoBoard}`)).toEqual(EMPTY);
    await api('PATCH', `/v1/leaderboards/${board}`, { body: { metric: 'deepest' } });
    await shows(board, { state: 'ready', rule: { metric: 'deepest' } });
    expect(await entries(board, `as_of=${moments.ofFirstEntry}`)).toEqual(notKept(await keptFrom(board)));
    expect(await entries(board, `as_of=${moments.ofNoBoard}`)).toEqual(EMPTY);
  });
});

describe('a board that never had an entry', () => {
  it('is empty at any time, however often its rule was changed', async () => {
    const board = await makeBoard({ metric: 'heaviest', region: 'US-HI' });
    const empty = aMoment();
    await editOften(board);
    expect(Date.parse(await keptFrom(board))).toBeGreaterThan(Date.parse(empty));
    expect(await entries(board, `as_of=${empty}`)).toEqual(EMPTY);
  });
});
