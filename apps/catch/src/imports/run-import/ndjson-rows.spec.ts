import { hasCode } from '@cds/errors';
import { ndjsonRows } from './ndjson-rows.js';

const CHUNK = Buffer.alloc(65_536, 'x');

/** A file of `bytes` without a line break, and how much of it was read. */
const oneLine = (bytes: number): { content: AsyncIterable<Buffer>; readBytes: () => number } => {
  let read = 0;
  async function* content(): AsyncGenerator<Buffer> {
    for (; read < bytes; read += CHUNK.length) yield CHUNK;
  }
  return { content: content(), readBytes: () => read };
};

const allOf = async (content: AsyncIterable<Buffer>): Promise<unknown[]> => {
  const rows = [];
  for await (const row of ndjsonRows(content, { position: 0, lines: 0 })) rows.push(row);
  return rows;
};

describe('a line of newline-delimited JSON', () => {
  it('of hundreds of megabytes ends the import after a bounded number of bytes', async () => {
    const file = oneLine(300_000_000);
    const failure = await allOf(file.content).catch((error: unknown) => error);
    expect(hasCode(failure, 'request.invalid')).toBe(true);
    expect(failure).toMatchObject({ message: expect.stringContaining('Line 1 has no end within 67108864 bytes') });
    expect(file.readBytes()).toBeLessThan(68_000_000);
  });

  it('of a few megabytes is a refused row', async () => {
    const rows = await allOf(oneLine(2_000_000).content);
    expect(rows).toEqual([expect.objectContaining({ violations: [expect.objectContaining({ code: 'too_big' })] })]);
  });
});

test('what is wrong with a line is said of the row, whose number stands beside it', async () => {
  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.from('{}\n{bad\n{} {}\n');
    yield Buffer.from([0xff, 0x0a]);
  }
  expect((await allOf(content())).slice(1)).toMatchObject([
    { line: 2, violations: [{ code: 'malformed_json', detail: 'An invalid word stands at column 2.' }] },
    { line: 3, violations: [{ code: 'malformed_json', detail: 'The end of the row is expected at column 4.' }] },
    { line: 4, violations: [{ code: 'malformed_json', detail: 'The row is not UTF-8.' }] },
  ]);
});

test('each blank line is yielded, with the position behind it', async () => {
  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.from('\n \t\r\n{}\n');
  }
  expect(await allOf(content())).toEqual([
    { isBlank: true, next: { position: 1, lines: 1 } },
    { isBlank: true, next: { position: 5, lines: 2 } },
    { line: 3, next: { position: 8, lines: 3 }, body: {} },
  ]);
});
