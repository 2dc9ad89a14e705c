import { GroupCommit, createPool } from '@cds/postgres';
import { finishedWrite, HELD_RESERVATION, IdempotencyStore, type Reservation } from '@cds/idempotency';
import { testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { OWNER } from './catch.builders.js';

let database: TestDatabase;
let pool: pg.Pool;
let store: IdempotencyStore;
beforeAll(async () => {
  database = await testDatabase('catch');
  pool = createPool(database.url, { applicationName: 'tests', max: 4 });
  store = new IdempotencyStore(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const age = (key: string, set: string) => pool.query(`UPDATE idempotency_keys SET ${set} WHERE key = $1`, [key]);

describe('two holders of one key', () => {
  const answer = { status: 201, headers: {}, body: { id: 'catch_1' } };
  const request = (key: string) => ({ accountId: OWNER, key, fingerprint: 'f' });
  const reserved = async (key: string) => (await store.reserve(request(key))) as Reservation;
  const write = (reservation: Reservation, id: string) => [
    {
      text: `INSERT INTO anglers (id, account_id, name, is_own, created_at, updated_at)
        SELECT id, id, id, false, now(), now() FROM json_to_recordset($1::json) AS a (id text)`,
      rows: [{ id }],
    },
    finishedWrite(reservation, answer, null),
  ];
  const made = async (prefix: string) =>
    (await pool.query<{ id: string }>('SELECT id FROM anglers WHERE id LIKE $1 ORDER BY id', [`${prefix}%`])).rows.map(
      ({ id }) => id,
    );

  it('never both write: the one whose lease ran out is refused with all of its rows', async () => {
    const commit = new GroupCommit(pool);
    const slow = await reserved('slow');
    await age('slow', "leased_until = now() - interval '1 second'");
    const quick = await reserved('slow');
    await expect(commit.commit('a', write(slow, 'two-slow'))).rejects.toMatchObject({ constraint: HELD_RESERVATION });
    await commit.commit('b', write(quick, 'two-quick'));
    await expect(commit.commit('c', write(slow, 'two-slow'))).rejects.toMatchObject({ constraint: HELD_RESERVATION });
    expect(await made('two-')).toEqual(['two-quick']);
  });

  it('never both write, also in one statement with others', async () => {
    const commit = new GroupCommit(pool, { maxInFlight: 1 });
    const slow = await reserved('group');
    await age('group', "leased_until = now() - interval '1 second'");
    const quick = await reserved('group');
    const other = await reserved('group-other');
    const outcomes = await Promise.allSettled([
      commit.commit('a', write(slow, 'three-slow')),
      commit.commit('b', write(quick, 'three-quick')),
      commit.commit('c', write(other, 'three-other')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(await made('three-')).toEqual(['three-other', 'three-quick']);
  });

  it('of which one gave up and wrote all the same: the other one finds its answer, or refuses it', async () => {
    const commit = new GroupCommit(pool);
    const late = await reserved('late');
    await store.release(late);
    await commit.commit('a', write(late, 'late-1'));
    expect(await store.reserve(request('late'))).toEqual(answer);
    await store.release(late);
    expect(await store.reserve(request('late'))).toEqual(answer);

    const later = await reserved('later');
    await store.release(later);
    await reserved('later');
    await expect(commit.commit('b', write(later, 'late-2'))).rejects.toMatchObject({ constraint: HELD_RESERVATION });
    expect(await made('late-')).toEqual(['late-1']);
  });
});
