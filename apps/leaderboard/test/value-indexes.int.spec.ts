import { inTransaction } from '@cds/postgres';
import { ValueIndexes } from '../src/catches/value-indexes.store.js';
import { CatchFacts } from '../src/catches/catch-facts.store.js';
import type { CatchFact } from '../src/catches/catch-fact.js';
import { type BoardsHarness, boardsHarness } from './boards.harness.js';
import { catchFact } from './catch.builders.js';

let world: BoardsHarness;
beforeAll(async () => {
  world = await boardsHarness();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

/** Counts the catches of every angler it is given. */
class Counting extends ValueIndexes {
  protected override readonly many = 5;
  protected override readonly oneIn = 1;
}

const catches = new CatchFacts();
const counting = new Counting();

const catchesOf = (anglerId: string, count: number, overrides: Partial<CatchFact> = {}): CatchFact[] =>
  Array.from({ length: count }, (_, n) => catchFact({ catchId: `catch_${anglerId}_${n}`, anglerId, ...overrides }));

const record = (facts: readonly CatchFact[], indexes: ValueIndexes = counting): Promise<void> =>
  inTransaction(world.pool, async (tx) => {
    await catches.record(tx, facts);
    await indexes.extend(tx, facts);
  });

/** The number of the angler's catches that are in indexes by value, and of those that are not. */
const indexedOf = async (anglerId: string): Promise<[number, number]> => {
  const { rows } = await world.pool.query<{ indexed: number; others: number }>(COUNT, [anglerId]);
  return [rows[0]?.indexed ?? NaN, rows[0]?.others ?? NaN];
};

describe('indexes by value', () => {
  it('have the catches of an angler with many, and none of others', async () => {
    await record([...catchesOf('ang_many', 5), ...catchesOf('ang_few', 4)]);
    expect(await indexedOf('ang_many')).toEqual([5, 0]);
    expect(await indexedOf('ang_few')).toEqual([0, 4]);
  });

  it('lose a catch that changes, until its angler has many such ones', async () => {
    await record(catchesOf('ang_many', 8));
    await record(catchesOf('ang_many', 3, { version: 2 }));
    expect(await indexedOf('ang_many')).toEqual([5, 3]);
    await record(catchesOf('ang_many', 5, { version: 3 }));
    expect(await indexedOf('ang_many')).toEqual([8, 0]);
  });

  it('do without catches that are deleted or not verified', async () => {
    await record(catchesOf('ang_many', 9, { verificationTier: 'unverified' }));
    await record(catchesOf('ang_gone', 9, { deleted: true }));
    expect(await indexedOf('ang_many')).toEqual([0, 9]);
    expect(await indexedOf('ang_gone')).toEqual([0, 9]);
  });

  it('leave out catches that another transaction has locked, and do not wait for it', async () => {
    await inTransaction(world.pool, (tx) => catches.record(tx, catchesOf('ang_many', 9)));
    await inTransaction(world.pool, async (other) => {
      await other.query("UPDATE catch_facts SET version = 1 WHERE catch_id = 'catch_ang_many_0'");
      await inTransaction(world.pool, async (tx) => {
        await tx.query("SET LOCAL lock_timeout = '1s'");
        await counting.extend(tx, catchesOf('ang_many', 9));
      });
    });
    expect(await indexedOf('ang_many')).toEqual([8, 1]);
  });

  it('follow an angler with very many catches, of whom few are ever outside', async () => {
    const facts = catchesOf('ang_many', 2_000);
    const real = new ValueIndexes();
    for (let at = 0; at < facts.length; at += 50) await record(facts.slice(at, at + 50), real);
    const [indexed, others] = await indexedOf('ang_many');
    expect(indexed + others).toBe(2_000);
    // That a count comes so late has a probability below one in a billion.
    expect(others).toBeLessThanOrEqual(128 + 50 + 32 * 21);
  });

  it('take no more than a thousand catches in one transaction', async () => {
    await inTransaction(world.pool, (tx) => catches.record(tx, catchesOf('ang_many', 2_500)));
    const sizes = [];
    for (let step = 0; step < 3; step += 1) {
      await inTransaction(world.pool, (tx) => counting.extend(tx, catchesOf('ang_many', 1)));
      sizes.push((await indexedOf('ang_many'))[0]);
    }
    expect(sizes).toEqual([1_000, 2_000, 2_500]);
  });
});

const COUNT = `
  SELECT count(*) FILTER (WHERE is_indexed_by_value)::int AS indexed,
    count(*) FILTER (WHERE NOT is_indexed_by_value)::int AS others
  FROM catch_facts WHERE angler_id = $1`;
