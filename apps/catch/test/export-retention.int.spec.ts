import { eventually } from '@cds/testing';
import { SweepExports } from '../src/exports/sweep-exports.js';
import type { ExportView } from '../src/exports/export-view.js';
import { CatchHarness } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
  await catches.logged();
});
afterAll(() => catches.stop());

/** More than one step of the sweep removes. */
const ANGLERS = 4_500;

const ADD_ANGLERS = `
INSERT INTO export_anglers (export_id, angler_id) SELECT $1, 'ang_other' || n FROM generate_series(1, $2::int) AS n`;

const finished = async (): Promise<string> => {
  const { body } = await catches.call<ExportView>('POST', '/v1/catches/export', { format: 'ndjson' });
  expect(await catches.ended<ExportView>(`/v1/exports/${body.id}`)).toMatchObject({ status: 'completed', rows: 1 });
  await catches.pool.query(ADD_ANGLERS, [body.id, ANGLERS]);
  return body.id;
};

const anglersIn = (id: string): Promise<number> => catches.count(`export_anglers WHERE export_id = '${id}'`);

const partsOf = (id: string): Promise<number> => catches.count(`export_parts WHERE export_id = '${id}'`);

describe('whose catches an export holds, and which its parts have', () => {
  it.each([
    ['failed', "status = 'failed', expires_at = NULL"],
    ['expired', "expires_at = now() - interval '1 second'"],
  ])('is forgotten when it has %s, and stays for one whose file is there', async (_how, end) => {
    const [ended, other] = [await finished(), await finished()];
    await catches.app.get(SweepExports).execute();
    expect(await anglersIn(ended)).toBe(ANGLERS + 1);
    await catches.pool.query(`UPDATE exports SET ${end} WHERE id = $1`, [ended]);
    await eventually(async () => {
      await catches.app.get(SweepExports).execute();
      expect(await catches.count(`exports WHERE id = '${ended}' AND NOT has_file`)).toBe(1);
    });
    expect([await anglersIn(ended), await partsOf(ended)]).toEqual([0, 0]);
    expect([await anglersIn(other), await partsOf(other)]).toEqual([ANGLERS + 1, 1]);
  });
});
