import { TOPICS } from '@cds/contracts';
import type { PublicCatch } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import fc from 'fast-check';
import { BASS, WALLEYE } from './catch.builders.js';
import { type LeaderboardHarness, leaderboardHarness, type Listened } from './leaderboard.harness.js';
import { catchDeleted, catchEdited, publicCatch, speciesChanged, verificationApproved } from './published.builders.js';

const CATCHES = 400;
const VERSIONS = 4;
const ANGLERS = Array.from({ length: 25 }, (_, index) => ({
  id: `ang_${String(index).padStart(2, '0')}`,
  name: `Angler ${index}`,
}));

const anyChange = fc.record({
  angler: fc.constantFrom(...ANGLERS),
  weight_lbs: fc.integer({ min: 1, max: 60 }).map((eighths) => eighths / 8),
  species_id: fc.constantFrom(BASS, BASS, WALLEYE),
  verification_tier: fc.constantFrom('unverified' as const, 'photo' as const, 'witnessed' as const),
  kind: fc.constantFrom('edit', 'edit', 'approve', 'delete'),
});

/** The events of many catches, each in the order of its versions, and the last state of each catch. */
const livesOf = (seed: number): { events: CloudEvent[]; ends: Map<string, PublicCatch | null> } => {
  const ids = Array.from({ length: CATCHES }, () => newId('catch'));
  const changes = fc.sample(anyChange, { seed, numRuns: CATCHES * VERSIONS });
  const ends = new Map<string, PublicCatch | null>();
  const events = changes.flatMap(({ kind, ...change }, index): CloudEvent[] => {
    const id = ids[index % CATCHES] ?? '';
    if (ends.get(id) === null) return [];
    const data = publicCatch({ id, version: Math.floor(index / CATCHES) + 1, ...change });
    ends.set(id, kind === 'delete' ? null : data);
    return [
      kind === 'delete' ? catchDeleted(data) : kind === 'approve' ? verificationApproved(data) : catchEdited(data),
    ];
  });
  return { events, ends };
};

describe('two copies of the service on one database', () => {
  let world: LeaderboardHarness;
  beforeAll(async () => {
    world = await leaderboardHarness({ copies: 2 });
  });
  afterAll(() => world.close());

  it('keep every board right together, while boards are being made and one copy leaves', async () => {
    const published = await world.published();
    const { events, ends } = livesOf(7);
    for (const quarter of [0, 1, 2, 3]) await world.publish(TOPICS.catchEvents, ...quarterOf(events, quarter));
    await world.publish(
      TOPICS.speciesCatalog,
      speciesChanged(BASS, 'Largemouth Bass'),
      speciesChanged(WALLEYE, 'Walleye'),
    );
    await eventually(async () => {
      const { rows } = await world.pool.query('SELECT FROM catch_facts LIMIT 1');
      expect(rows).toHaveLength(1);
    });
    await world.services[1]?.stop();

    for (const speciesId of [null, BASS, WALLEYE]) {
      const expected = rankingOf(
        [...ends.values()].flatMap((end) => end ?? []),
        speciesId,
      );
      const board = await world.boardOf(speciesId);
      await eventually(
        async () =>
          expect((await world.entries(board, '?per_page=100')).map(({ angler, score }) => [angler.id, score])).toEqual(
            expected,
          ),
        { timeoutMs: 60_000 },
      );
      expect(await world.board(board)).toMatchObject({ entry_count: expected.length });
      await eventually(
        () => expect(replayed(published.filter(({ key }) => key === `${board}/all`))).toEqual(expected),
        { timeoutMs: 30_000 },
      );
    }
  }, 150_000);
});

const quarterOf = (events: readonly CloudEvent[], quarter: number): CloudEvent[] =>
  events.slice((events.length * quarter) / 4, (events.length * (quarter + 1)) / 4);

/** The best catch of each angler, best first. All were caught at the same time, so the angler's id breaks ties. */
const rankingOf = (catches: readonly PublicCatch[], speciesId: string | null): [string, number][] => {
  const best = new Map<string, number>();
  for (const one of catches) {
    if (one.verification_tier === 'unverified' || (speciesId !== null && one.species_id !== speciesId)) continue;
    best.set(one.angler.id, Math.max(best.get(one.angler.id) ?? 0, one.weight_lbs));
  }
  return [...best].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
};

/**
 * The board as a consumer of the topic alone knows it. The version and ranks of each event must fit the ones before.
 */
const replayed = (events: readonly Listened[]): [string, number][] => {
  let board: [string, number][] = [];
  expect(events.map(({ data }) => data.version)).toEqual(events.map((_, index) => index + 1));
  const moves = events.filter(({ type }) => type === 'LeaderboardEntryChangedV1');
  moves.forEach(({ data }) => {
    expect(data.previous_rank).toBe(rankOf(board, data.angler.id));
    board = board.filter(([id]) => id !== data.angler.id);
    if (data.score !== null) board.push([data.angler.id, data.score]);
    board.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    expect(data.rank).toBe(rankOf(board, data.angler.id));
    for (const { angler, rank } of data.displaced) expect(rank).toBe(rankOf(board, angler.id));
  });
  return board;
};

const rankOf = (board: readonly [string, number][], anglerId: string): number | null => {
  const index = board.findIndex(([id]) => id === anglerId);
  return index < 0 ? null : index + 1;
};
