import { TOPICS } from '@cds/contracts';
import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { type LeaderboardHarness, leaderboardHarness } from './leaderboard.harness.js';
import { speciesChanged, speciesDeleted, verifiedCatch } from './published.builders.js';

const CATALOG = TOPICS.speciesCatalog;

describe('boards that follow species.catalog', () => {
  let world: LeaderboardHarness;
  beforeAll(async () => {
    world = await leaderboardHarness();
  });
  afterAll(() => world.close());

  const boards = async (speciesId: string): Promise<string[]> => {
    const { rows } = await world.pool.query<{ name: string }>(
      "SELECT name FROM boards WHERE species_id = $1 AND period = 'all_time'",
      [speciesId],
    );
    return rows.map(({ name }) => name);
  };

  /** Enough species that each partition has some: once they have boards, all earlier events were handled. */
  const settled = async (): Promise<void> => {
    const markers = Array.from({ length: 100 }, () => newId('species'));
    await world.publish(CATALOG, ...markers.map((id) => speciesChanged(id, 'Marker')));
    await Promise.all(markers.map((id) => world.boardOf(id)));
  };

  it('are there for all species before any event', async () => {
    expect(await world.board(await world.boardOf(null))).toMatchObject({
      name: 'Heaviest catch, all time',
      entry_count: 0,
    });
  });

  it('are made for each species under its name', async () => {
    const id = newId('species');
    await world.publish(CATALOG, speciesChanged(id, 'Largemouth Bass'));
    expect(await world.board(await world.boardOf(id))).toMatchObject({
      name: 'Heaviest Largemouth Bass, all time',
      rule: { metric: 'heaviest', species_id: id, region: null, min_verification_tier: 'photo', period: 'all_time' },
    });
  });

  it('are made once, however often the species comes', async () => {
    const id = newId('species');
    const event = speciesChanged(id, 'Walleye');
    await world.publish(CATALOG, event, event);
    await world.publish(CATALOG, event, speciesChanged(id, 'Walleye', 2));
    await settled();
    expect(await boards(id)).toEqual(['Heaviest Walleye, all time']);
  });

  it('take the newest name, whatever order the versions come in', async () => {
    const id = newId('species');
    await world.publish(CATALOG, speciesChanged(id, 'Pickerel'));
    await world.boardOf(id);
    await world.publish(CATALOG, speciesChanged(id, 'Walleye', 3), speciesChanged(id, 'Jackfish', 2));
    await settled();
    expect(await boards(id)).toEqual(['Heaviest Walleye, all time']);
    await world.publish(CATALOG, speciesChanged(id, 'Sauger', 1));
    await settled();
    expect(await boards(id)).toEqual(['Heaviest Walleye, all time']);
  });

  it('are made after a message that fits no schema', async () => {
    const id = newId('species');
    const headers = {
      ce_id: 'evt_bad',
      ce_type: 'SpeciesChangedV1',
      ce_source: '/species',
      ce_time: '2026-05-01T06:00:00.000Z',
      ce_subject: id,
      ce_specversion: '1.0',
    };
    await world.publishRaw(CATALOG, { key: id, value: '{"id":1}', headers });
    await world.publish(CATALOG, speciesChanged(id, 'Bluegill'));
    await world.boardOf(id);
  });

  it('stay when a deletion is older than what is known, and come back with a species that does', async () => {
    const id = newId('species');
    await world.publish(CATALOG, speciesChanged(id, 'Zander'));
    await world.boardOf(id);
    const earlier = new Date('2026-04-30T06:00:00.000Z');
    await world.publish(CATALOG, { ...speciesDeleted(id), time: earlier });
    await settled();
    expect(await boards(id)).toEqual(['Heaviest Zander, all time']);
    await world.publish(CATALOG, speciesDeleted(id));
    await eventually(async () => expect(await boards(id)).toEqual([]));
    const later = new Date('2026-05-02T06:00:00.000Z');
    await world.publish(CATALOG, { ...speciesChanged(id, 'Zander', 3), time: later });
    expect(await world.boardOf(id)).toMatch(/^lb_/);
  });

  it('go with their species, for good', async () => {
    const id = newId('species');
    await world.publish(CATALOG, speciesChanged(id, 'Bluegill'));
    await world.boardOf(id);
    await world.publish(CATALOG, speciesDeleted(id));
    await eventually(async () => expect(await boards(id)).toEqual([]));
    await world.publish(CATALOG, speciesChanged(id, 'Bluegill', 2));
    await settled();
    expect(await boards(id)).toEqual([]);
  });

  it('stay when they have entries', async () => {
    const id = newId('species');
    await world.publish(CATALOG, speciesChanged(id, 'Bluegill'));
    const board = await world.boardOf(id);
    await world.publish(TOPICS.catchEvents, verifiedCatch({ id: newId('catch'), species_id: id }));
    await eventually(async () => expect(await world.entries(board)).toHaveLength(1));
    await world.publish(CATALOG, speciesDeleted(id));
    await settled();
    expect(await boards(id)).toHaveLength(1);
  });

  it('begin with the catches that came before their species, and publish them', async () => {
    const id = newId('species');
    const published = await world.published();
    const [ann, ben] = [
      { id: newId('angler'), name: 'Ann' },
      { id: newId('angler'), name: 'Ben' },
    ];
    const all = await world.boardOf(null);
    await world.publish(
      TOPICS.catchEvents,
      verifiedCatch({ id: newId('catch'), species_id: id, angler: ann, weight_lbs: 31 }),
    );
    await world.publish(
      TOPICS.catchEvents,
      verifiedCatch({ id: newId('catch'), species_id: id, angler: ben, weight_lbs: 32.5 }),
    );
    await eventually(async () =>
      expect((await world.entries(all)).slice(0, 2).map(({ score }) => score)).toEqual([32.5, 31]),
    );

    await world.publish(CATALOG, speciesChanged(id, 'Muskellunge'));
    const board = await world.boardOf(id);
    await eventually(async () =>
      expect((await world.entries(board)).map(({ rank, angler, score }) => [rank, angler.name, score])).toEqual([
        [1, 'Ben', 32.5],
        [2, 'Ann', 31],
      ]),
    );
    expect(await world.board(board)).toMatchObject({ entry_count: 2 });
    await eventually(() => {
      const events = published
        .filter(({ key, type }) => key === `${board}/all` && type === 'LeaderboardEntryChangedV1')
        .map(({ data }) => [data.angler.name, data.rank, data.displaced]);
      expect(events).toEqual([
        ['Ben', 1, []],
        ['Ann', 2, []],
      ]);
    });
  });
});
