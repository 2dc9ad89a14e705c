import { Readable } from 'node:stream';
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
