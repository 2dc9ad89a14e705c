import { createPool, inTransaction } from '@cds/postgres';
import { type TestDatabase, testDatabase } from '@cds/testing';
import type { RelayNotifier } from '@cds/event-store';
import type pg from 'pg';
import { AnglerNames } from '../src/anglers/angler-names.store.js';
import { SpeciesLog } from '../src/catalogue/species-log.js';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import { CatchPhotosStore } from '../src/promotions/catch-photos.store.js';
import { CatchCounts } from '../src/service-records/catch-counts.store.js';
import { byRank, type CatchFact, isEligible, keysOf, keyText } from '../src/service-records/catch-fact.js';
import { CatchFacts } from '../src/service-records/catch-facts.store.js';
import { FollowCatchesHandler } from '../src/service-records/follow-catches/follow-catches.handler.js';
import { RebuildRecords } from '../src/service-records/rebuild-records/rebuild-records.js';
import { RecordKeeper } from '../src/service-records/record-keeper.js';
import { RestoreSpecies } from '../src/service-records/restore-species/restore-species.js';
import { ServiceRecords } from '../src/service-records/service-records.store.js';
import { catchFact } from './catch.builders.js';
import { speciesFacts } from './species.builders.js';

const REGIONS = [null, 'US-TX', 'US-FL'];
const TIERS = ['unverified', 'photo', 'witnessed', 'certified'] as const;
const context = () => ({ occurredAt: new Date(), actor: null, requestId: null, traceparent: null });

let database: TestDatabase;
let pool: pg.Pool;
let species: string[] = [];
let handler: FollowCatchesHandler;
let keeper: RecordKeeper;

beforeAll(async () => {
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'test' });
  const names = ['Walleye', 'Sauger', 'Zander'];
  const facts = names.map((commonName, at) =>
    speciesFacts({ commonName, scientificName: `Sander species${'abc'.charAt(at)}`, commonNames: [] }),
  );
  await seedCatalogue(pool, facts, new Date('2026-01-01T00:00:00Z'));
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM species ORDER BY id');
  species = rows.map(({ id }) => id);
  const log = new SpeciesLog(pool, { wake: () => undefined } as unknown as RelayNotifier);
  const catches = new CatchFacts();
  keeper = new RecordKeeper(catches, new ServiceRecords(), log);
  handler = new FollowCatchesHandler(
    catches,
    new AnglerNames(),
    new CatchCounts(),
    keeper,
    new RestoreSpecies(),
    new CatchPhotosStore(),
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const follow = async (facts: readonly CatchFact[]): Promise<boolean> => {
  const followed = { facts, names: [], givenNames: [], photos: [], erasedAnglerIds: [] };
  const told = await inTransaction(pool, (tx) => handler.execute(tx, followed, context(), () => undefined));
  return told.isTold;
};

/** Repeatable numbers from 0 to 1 (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Everything that can happen to some catches, in the order in which it happens to each. */
const historyOf = (random: () => number, prefix: string): CatchFact[] => {
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const newest = new Map<string, CatchFact>();
  return Array.from({ length: 120 }, () => {
    const catchId = `${prefix}_${Math.floor(random() * 25)}`;
    const version = (newest.get(catchId)?.version ?? 0) + 1;
    const fact = catchFact({
      catchId,
      version,
      speciesId: one(species),
      weightLbs: 1 + Math.floor(random() * 6),
      region: one(REGIONS),
      verificationTier: one(TIERS),
      caughtAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 4))),
      deleted: random() < 0.1,
    });
    newest.set(catchId, fact);
    return fact;
  });
};

/** The records as anybody would compute them from the catches as they are. */
const plainRecords = (facts: Iterable<CatchFact>): Record<string, string> => {
  const best = new Map<string, CatchFact>();
  for (const fact of [...facts].filter(isEligible))
    for (const key of keysOf(fact).map(keyText)) {
      const known = best.get(key);
      if (!known || byRank(fact, known) < 0) best.set(key, fact);
    }
  return Object.fromEntries([...best].map(([key, { catchId }]) => [key, catchId]));
};

const storedRecords = async (): Promise<Record<string, string>> => {
  const { rows } = await pool.query<{ key: string; catch_id: string }>(
    `SELECT species_id || '/' || coalesce(region, '') AS key, catch_id FROM species_records
      WHERE kind = 'service' AND is_current`,
  );
  return Object.fromEntries(rows.map((row) => [row.key, row.catch_id]));
};

const shownRecords = async (): Promise<Record<string, string>> => {
  const { rows } = await pool.query<{ key: string; catch_id: string }>(
    `SELECT id || '/' AS key, service_record ->> 'catchId' AS catch_id FROM species WHERE service_record IS NOT NULL`,
  );
  return Object.fromEntries(rows.map((row) => [row.key, row.catch_id]));
};

const counts = async (): Promise<Record<string, number>> => {
  const { rows } = await pool.query<{ species_id: string; catches: string }>(
    'SELECT species_id, catches FROM species_catch_counts WHERE catches <> 0',
  );
  return Object.fromEntries(rows.map((row) => [row.species_id, Number(row.catches)]));
};

const plainCounts = (facts: readonly CatchFact[]): Record<string, number> =>
  Object.fromEntries(
    species.flatMap((id) => {
      const many = facts.filter((fact) => !fact.deleted && fact.speciesId === id).length;
      return many === 0 ? [] : [[id, many]];
    }),
  );

const expectPlain = async (facts: readonly CatchFact[]): Promise<void> => {
  const records = plainRecords(facts);
  expect(await storedRecords()).toEqual(records);
  const ofSpecies = Object.entries(records).filter(([key]) => key.endsWith('/'));
  expect(await shownRecords()).toEqual(Object.fromEntries(ofSpecies));
  expect(await counts()).toEqual(plainCounts(facts));
};

/** The records that were broken since an event of the log: which catch took which record from whom. */
const brokenSince = async (position: string): Promise<string[]> => {
  const { rows } = await pool.query<{ told: string }>(
    `SELECT concat_ws(' ', stream_id, data #>> '{record,catchId}', 'after', data #>> '{previous,catchId}') AS told
      FROM events WHERE type = 'ServiceRecordBroken' AND position > $1`,
    [position],
  );
  return rows.map(({ told }) => told).toSorted();
};

const endOfLog = async (): Promise<string> =>
  (await pool.query<{ end: string }>('SELECT max(position) AS end FROM events')).rows[0]?.end ?? '0';

const clear = () =>
  pool.query(`TRUNCATE catch_facts, species_catch_counts; DELETE FROM species_records
  WHERE kind = 'service'; UPDATE species SET service_record = NULL`);

describe.each([1, 2, 3, 4])('after any history of catches (%i), counts and records', (seed) => {
  const random = randomFrom(seed);
  const newest = new Map<string, CatchFact>();
  beforeAll(clear);

  it('are what anybody would compute from the catches', async () => {
    const history = historyOf(random, `catch_${seed}`);
    for (let at = 0; at < history.length;) {
      const size = 1 + Math.floor(random() * 20);
      const batch = history.slice(at, at + size);
      for (const fact of batch) newest.set(fact.catchId, fact);
      // Twice, and with something that was told before: neither changes anything.
      await follow([...batch, ...history.slice(Math.max(0, at - 3), at)]);
      await follow(batch);
      at += size;
      await expectPlain([...newest.values()]);
    }
    await follow([...history].reverse());
    await expectPlain([...newest.values()]);
  });

  it('keep none of the holders that were withdrawn', async () => {
    const { rows } = await pool.query<{ catch_id: string; key: string; weight_lbs: number }>(
      `SELECT catch_id, weight_lbs, species_id || '/' || coalesce(region, '') AS key FROM species_records
        WHERE kind = 'service'`,
    );
    for (const row of rows) {
      const fact = newest.get(row.catch_id);
      expect(fact && isEligible(fact) && fact.weightLbs === row.weight_lbs).toBe(true);
      expect(fact && keysOf(fact).map(keyText)).toContain(row.key);
    }
  });

  it('are the same after a rebuild, also of what was lost', async () => {
    await pool.query(`UPDATE species_catch_counts SET catches = catches + 3;
      DELETE FROM species_records WHERE kind = 'service' AND region IS NOT NULL`);
    await new RebuildRecords(pool, keeper, () => undefined).run(context());
    await expectPlain([...newest.values()]);
  });
});

describe('a batch of one event after the other, or of all at once', () => {
  it('tells of the same broken records', async () => {
    const told: string[][] = [];
    for (const size of [1, 200]) {
      await clear();
      const before = await endOfLog();
      const history = historyOf(randomFrom(77), 'catch_cut');
      for (let at = 0; at < history.length; at += size) await follow(history.slice(at, at + size));
      told.push(await brokenSince(before));
    }
    expect(told[0]?.length).toBeGreaterThan(3);
    expect(told[0]).toEqual(told[1]);
  });
});
