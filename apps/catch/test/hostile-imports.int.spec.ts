import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import type { ExportView } from '../src/exports/export-view.js';
import type { ImportView } from '../src/imports/import-view.js';
import { LARGEMOUTH } from './catch.builders.js';
import { CatchHarness, owner } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const CSV = { 'content-type': 'text/csv' };

describe('a CSV header', () => {
  const columns = (count: number): string =>
    `species,weight_lbs,${Array.from({ length: count - 2 }, (_, index) => `metadata.${index}`).join(',')}`;

  it('of 69,000 columns fails the import, while others are answered', async () => {
    const { body } = await catches.imported(`${columns(69_000)}\nwalleye,1\n`, CSV);
    await eventually(async () => {
      expect((await catches.call('GET', '/v1/catches')).status).toBe(200);
      const { body: job } = await catches.call<ImportView>('GET', `/v1/imports/${body.id}`);
      expect(job.status).toBe('failed');
      expect(job.error).toBe('The header has 69000 columns; a CSV file has at most 80.');
    });
  });

  it('of 80 columns is read, and of 81 refused', async () => {
    const row = (count: number): string => `walleye,1${','.repeat(count - 2)}`;
    expect(await catches.importEnded(`${columns(51)}\n${row(51)}\n`, CSV)).toMatchObject({ accepted: 1, rejected: 0 });
    expect(await catches.importEnded(`${columns(80)}\n${row(80)}\n`, CSV)).toMatchObject({ status: 'completed' });
    expect(await catches.importEnded(`${columns(81)}\n${row(81)}\n`, CSV)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('at most 80'),
    });
  });

  it('without an end is refused as what it is', async () => {
    expect(await catches.importEnded('x'.repeat(2_000_000), CSV)).toMatchObject({
      status: 'failed',
      error: 'The header has no end within 1048576 bytes.',
    });
  });
});

describe('a row', () => {
  it('with a thousand unknown fields, each twice, has a bounded number of errors', async () => {
    const fields = Array.from({ length: 1_000 }, (_, index) => `"field_${index}":1,"field_${index}":2`);
    const { id } = await catches.importEnded(`{${fields.join(',')}}\n`);
    expect((await catches.rejected(id))[0]?.errors).toHaveLength(20);
  });

  it('with characters in names that the database does not store is refused, those beside it are taken', async () => {
    const good = { species: LARGEMOUTH, weight_lbs: 1 };
    const rows = [{ ...good, 'no\0tes': 1 }, { ...good, '\ud83d': 1 }, { ...good, ['a'.repeat(500_000)]: 1 }, good];
    const { id, ...ended } = await catches.importEnded(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    expect(ended).toMatchObject({ status: 'completed', accepted: 1, rejected: 3 });
    const pointers = (await catches.rejected(id)).map(({ errors }) => errors[0]);
    expect(pointers).toMatchObject([
      { pointer: '/no\u{fffd}tes' },
      { pointer: '/\u{fffd}' },
      { pointer: `/${'a'.repeat(299)}` },
    ]);
  });

  it('with a cell for every byte is refused for its number of cells', async () => {
    const { id } = await catches.importEnded(`species,weight_lbs\n${','.repeat(1_000_000)}\nwalleye,2\n`, CSV);
    expect((await catches.rejected(id))[0]?.errors[0]).toMatchObject({ code: 'cells' });
  });
});

describe('a file of blank lines', () => {
  it.each(['ndjson', 'csv'])('is read in batches, after each of which its position is stored: %s', async (format) => {
    const [head, headers] = format === 'csv' ? ['species,weight_lbs\n', CSV] : ['', {}];
    const { id, ...ended } = await catches.importEnded(head + '\n'.repeat(20_500), headers);
    expect(ended).toMatchObject({ status: 'completed', accepted: 0, rejected: 0 });
    const { rows } = await catches.pool.query('SELECT lines FROM imports WHERE id = $1', [id]);
    expect(rows).toEqual([{ lines: format === 'csv' ? 20_001 : 20_000 }]);
  });

  it('fails the import once it has ten million lines, rows and blank ones', async () => {
    const id = newId('import');
    const file = '\n'.repeat(5) + '{"species":"walleye","weight_lbs":1}\n'.repeat(20);
    await storeFile(id, file);
    await catches.pool.query(QUEUED_IMPORT, [id, owner.accountId, file.length, 10_000_000 - 14]);
    expect(await catches.ended<ImportView>(`/v1/imports/${id}`)).toMatchObject({
      status: 'failed',
      error: 'The file has more than 10000000 lines. The rows within them were imported.',
      accepted: 10,
    });
  });
});

/** As if it had been uploaded. */
const storeFile = async (id: string, content: string): Promise<void> => {
  await mkdir(join(catches.storage, 'imports'), { recursive: true });
  await writeFile(join(catches.storage, 'imports', id), content);
};

describe('a job whose lease expired three times without progress', () => {
  const error = 'The service could not move this job on in 3 attempts. Nothing more of it is done.';

  it('fails as an import', async () => {
    const id = newId('import');
    await storeFile(id, '{"species":"walleye","weight_lbs":1}\n');
    await catches.pool.query(STALLED_IMPORT, [id, owner.accountId]);
    expect(await catches.ended<ImportView>(`/v1/imports/${id}`)).toMatchObject({
      status: 'failed',
      error,
      accepted: 0,
    });
  });

  it('fails as an export', async () => {
    const id = newId('export');
    await catches.pool.query(STALLED_EXPORT, [id, owner.accountId]);
    expect(await catches.ended<ExportView>(`/v1/exports/${id}`)).toMatchObject({ status: 'failed', error });
  });
});

const STALLED_IMPORT = `
INSERT INTO imports (id, account_id, account_name, credential_id, request_id, status, format, size_bytes, position,
  lines, accepted, duplicates, rejected, attempts, stalls, lease, leased_until, turn_at, has_file, created_at)
VALUES ($1, $2, 'Owner', 'key_1', 'r', 'running', 'ndjson', 37, 0, 0, 0, 0, 0, 0, 2, 'dead', now(), now(), true,
  now())`;

/** $3 the bytes of its file, $4 the lines that stand for those that were read. */
const QUEUED_IMPORT = `
WITH file AS (
  INSERT INTO import_files (account_id, digest) VALUES ($2, $1) RETURNING id
)
INSERT INTO imports (id, account_id, account_name, credential_id, request_id, status, format, file_id, size_bytes,
  position, lines, accepted, duplicates, rejected, attempts, turn_at, has_file, created_at)
SELECT $1, $2, 'Owner', 'key_1', 'r', 'queued', 'ndjson', file.id, $3::int, 1, $4::int, 0, 0, 0, 0, now(), true, now()
FROM file`;

const STALLED_EXPORT = `
INSERT INTO exports (id, account_id, status, format, filter, walked, last_id, rows, part_names, part_bytes, attempts,
  stalls, lease, leased_until, turn_at, has_file, created_at)
VALUES ($1, $2, 'running', 'ndjson', '{}', 0, '', 0, '{}', '{}', 0, 2, 'dead', now(), now(), false, now())`;
