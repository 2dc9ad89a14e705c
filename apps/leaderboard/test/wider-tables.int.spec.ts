import { TOPICS } from '@cds/contracts';
import { newId } from '@cds/service-kit';
import { eventually, recordingRelease, widenTables } from '@cds/testing';
import { type LeaderboardHarness, leaderboardHarness } from './leaderboard.harness.js';
import { anglerRenamed, catchDeleted, publicCatch, speciesChanged, verifiedCatch } from './published.builders.js';

let world: LeaderboardHarness;
beforeAll(async () => {
  world = await leaderboardHarness();
});
afterAll(() => world.close());

/** A species with a board, a catch on it that is edited, renamed and deleted, and every read. */
const exercise = async (): Promise<void> => {
  const [species, angler, id] = [newId('species'), newId('angler'), newId('catch')];
  const entry = { id, species_id: species, angler: { id: angler, name: 'Ann' } };
  await world.publish(TOPICS.speciesCatalog, speciesChanged(species, `Bass ${species}`));
  const board = await world.boardOf(species);
  await world.publish(TOPICS.catchEvents, verifiedCatch(entry), verifiedCatch({ ...entry, version: 2, weight_lbs: 6 }));
  await world.publish(TOPICS.catchEvents, anglerRenamed(angler, 'Anne'));
  await eventually(async () =>
    expect(await world.entries(board)).toMatchObject([{ score: 6, angler: { name: 'Anne' } }]),
  );
  for (const path of ['', '?per_page=1', `/${board}`, `/${board}/entries?from_rank=1`])
    expect(await world.get(`/v1/leaderboards${path}`)).toMatchObject({ status: 200 });
  const { next_cursor: cursor } = (await world.get<{ next_cursor: string }>('/v1/leaderboards?per_page=1')).body;
  expect(await world.get(`/v1/leaderboards?per_page=1&cursor=${cursor}`)).toMatchObject({ status: 200 });
  await world.publish(TOPICS.catchEvents, catchDeleted(publicCatch({ ...entry, version: 3 })));
  await eventually(async () => expect(await world.entries(board)).toEqual([]));
};

describe('a running service whose tables a later release widens', () => {
  it('goes on consuming and reading', async () => {
    const letters = await world.deadLetters();
    await recordingRelease('leaderboard', exercise);
    for (let run = 0; run < 2; run++) await exercise();
    expect((await widenTables(world.pool)).length).toBeGreaterThan(6);
    for (let run = 0; run < 2; run++) await exercise();
    expect(letters).toEqual([]);
  });
});
