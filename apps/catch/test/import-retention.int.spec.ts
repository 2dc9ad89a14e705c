import { eventually } from '@cds/testing';
import { SweepImports } from '../src/imports/sweep-imports.js';
import { CatchHarness } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const FILE = '{"species":"walleye","weight_lbs":1}\n{"species":"walleye","weight_lbs":2}\n{"species":"no such fish"}\n';

const counts = (): Promise<number[]> =>
  Promise.all(['imports', 'import_rejections', 'import_files', 'imported_rows'].map((table) => catches.count(table)));

/** Again and again: a sweep leaves alone what the one after an import's end is still at. */
const sweptTo = (left: readonly number[]): Promise<void> =>
  eventually(async () => {
    await catches.app.get(SweepImports).execute();
    expect(await counts()).toEqual(left);
  });

const age = (table: string, column: string, days: number): Promise<unknown> =>
  catches.pool.query(`UPDATE ${table} SET ${column} = now() - make_interval(days => $1)`, [days]);

describe('an import', () => {
  it('is forgotten with its refused rows after 30 days, and its lines a year after their file came last', async () => {
    await catches.importEnded(FILE);
    await sweptTo([1, 1, 1, 2]);
    await age('imports', 'completed_at', 31);
    await sweptTo([0, 0, 1, 2]);
    await age('import_files', 'last_imported_at', 364);
    expect(await catches.importEnded(FILE)).toMatchObject({ accepted: 0, duplicates: 2 });
    await age('imports', 'completed_at', 31);
    await sweptTo([0, 0, 1, 2]);
    await age('import_files', 'last_imported_at', 366);
    await sweptTo([0, 0, 0, 0]);
  });
});
