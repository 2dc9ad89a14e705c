import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasCode } from '@cds/errors';
import { newId } from '@cds/service-kit';
import { refuseErased } from '../src/catches/write/new-catches.js';
import { CatchHarness } from './catch.harness.js';

let harness: CatchHarness;
beforeAll(async () => {
  harness = await CatchHarness.start();
});
afterAll(() => harness.stop());

const angler = async (erasedAt: Date | null): Promise<string> => {
  const id = newId('angler');
  await harness.pool.query(
    `INSERT INTO anglers (id, account_id, name, is_own, created_at, updated_at, erased_at)
      VALUES ($1, $2, $1, false, now(), now(), $3)`,
    [id, newId('account'), erasedAt],
  );
  return id;
};

const refused = async (...anglers: readonly string[]): Promise<boolean> => {
  const tx = await harness.pool.connect();
  try {
    const catches = anglers.map((anglerId) => ({ row: '', words: [], speciesId: 'spc', anglerId }));
    return await refuseErased(tx, catches).then(
      () => false,
      (error: unknown) => hasCode(error, 'service.unavailable'),
    );
  } finally {
    tx.release();
  }
};

describe('catches that are logged together', () => {
  it('are refused when the angler of one was erased meanwhile, and not otherwise', async () => {
    const [living, other, erased] = [await angler(null), await angler(null), await angler(new Date())];
    expect(await refused(living, other, living)).toBe(false);
    expect(await refused(living, erased)).toBe(true);
  });

  it('say what single ones say, whatever the text', async () => {
    const said = {
      weight_lbs: 0.001,
      length_in: 12.5,
      depth_ft: 0,
      released: true,
      water_type: 'freshwater',
      method: 'a\tb',
      bait: '\\N',
      notes: 'back\\slash\n\\.\r\n"quoted" 🐟',
      location: { name: 'C:\\Lake\tTravis', latitude: -0.000001, longitude: 180, region: 'US-TX', country: 'US' },
      metadata: { 'a\\b': 'c\nd' },
      caught_at: '2026-01-02T03:04:05.678Z',
    };
    const { body: single } = await harness.call('POST', '/v1/catches', {
      species: 'walleye',
      external_id: 'single',
      ...said,
    });
    await harness.importEnded(`${JSON.stringify({ species: 'walleye', external_id: 'many\\', ...said })}\n`);
    const { body: list } = await harness.call<{ data: Record<string, unknown>[] }>('GET', '/v1/catches');
    const { id, created_at, updated_at, ...rest } = list.data.find((one) => one.id !== single.id) ?? {};
    expect({
      ...rest,
      id: single.id,
      created_at: single.created_at,
      updated_at: single.updated_at,
      external_id: 'single',
    }).toEqual(single);
    expect([id, created_at, updated_at, rest.external_id]).toEqual([
      expect.stringMatching(/^catch_/),
      created_at,
      created_at,
      'many\\',
    ]);
    expect((await harness.call<{ data: unknown[] }>('GET', '/v1/catches?q=quoted')).body.data).toHaveLength(2);
    expect(await storedEvents()).toEqual([1, 1]);
  });
});

/** Distinct `data` and `personal` of all logged, but for the external_id. */
const storedEvents = async (): Promise<number[]> => {
  const { rows } = await harness.pool.query<{ data: number; personal: number }>(
    `SELECT count(DISTINCT data::jsonb)::int AS data, count(DISTINCT personal::jsonb - 'externalId')::int AS personal
      FROM events WHERE type = 'CatchLogged'`,
  );
  return rows.flatMap(({ data, personal }) => [data, personal]);
};
