import { Readable } from 'node:stream';
import { MAX_ROW_BYTES } from '../import-limits.js';
import { csvColumns } from './csv-columns.js';
import { csvRows } from './csv-rows.js';

const START = { position: 20, lines: 1 };

const allOf = async (content: string): Promise<unknown[]> => {
  const rows = [];
  const columns = csvColumns(['species', 'weight_lbs']);
  for await (const row of csvRows(Readable.from([Buffer.from(content)]), columns, START)) rows.push(row);
  return rows;
};

test('each blank line of a CSV file is yielded, with the position behind it', async () => {
  expect(await allOf('\n\r\nbass,1\n')).toEqual([
    { isBlank: true, next: { position: 21, lines: 2 } },
    { isBlank: true, next: { position: 23, lines: 3 } },
    { line: 4, next: { position: 30, lines: 4 }, body: expect.objectContaining({ species: 'bass' }) },
  ]);
});

test('rows that are cut anywhere between two pieces of a chunk are whole', async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => `bäss "${at}",${at}\r\n`);
  const read = await allOf(rows.join(''));
  expect(read).toHaveLength(rows.length);
  expect(read.at(-1)).toMatchObject({ line: 5_001, body: { species: 'bäss "4999"' } });
});

test('the first rows of a large chunk come long before all of it is parsed', async () => {
  const started = performance.now();
  const chunk = Buffer.from('\n'.repeat(500_000));
  let firstMs = 0;
  for await (const row of csvRows(Readable.from([chunk]), csvColumns(['species', 'weight_lbs']), START))
    if (row.next.lines === 2) firstMs = performance.now() - started;
  expect(firstMs).toBeLessThan((performance.now() - started) / 5);
});

describe('a row beyond the limit', () => {
  const LONG = 'x'.repeat(MAX_ROW_BYTES);
  const refused = (row: string): Promise<unknown> => allOf(`bass,1\n${row}`).catch((error: unknown) => error);

  it.each([
    ['one long cell', `bass,${LONG}\nbass,1\n`],
    ['many cells', `${'bass,'.repeat(MAX_ROW_BYTES / 4 + 1)}\n`],
    ['a closed quote before the long cell', `"big\nbass",${LONG}\n`],
    ['a quote within the long cell', `bass,6" ${LONG}\n`],
  ])('is too long: %s', async (_what, row) => {
    expect(await refused(row)).toMatchObject({
      message: 'The row that begins in line 3 is too long: a row may have 1048576 bytes. Rows before it were imported.',
    });
  });

  it('has a quote that is not closed', async () => {
    expect(await refused(`bass,"1\n${LONG}\nbass,1\n`)).toMatchObject({
      message:
        'The row that begins in line 3 has no end within 1048576 bytes: look for a quote that is not closed. ' +
        'Rows before it were imported.',
    });
  });
});
