import { int4s, int8s, type Packed, packed, rowLiteral, rowsOf, texts, times } from '../src/database/packed-columns.js';
import { boardsHarness } from './boards.harness.js';

describe('a packed column', () => {
  let boards: Awaited<ReturnType<typeof boardsHarness>>;
  beforeAll(async () => {
    boards = await boardsHarness();
  });
  afterAll(() => boards.close());

  const columnOf = async (values: string): Promise<Packed> => {
    const { rows } = await boards.pool.query<{ column: Packed }>(
      `SELECT ${packed('value')} AS column FROM unnest(${values}) AS value`,
    );
    return rows[0]?.column ?? null;
  };

  it('has whole numbers, also negative ones and none', async () => {
    const [most, least] = [2_147_483_647, -2_147_483_648];
    expect(int4s(await columnOf(`ARRAY[0, -1, NULL, ${most}, ${least}]::int[]`))).toEqual([0, -1, null, most, least]);
    const [large, small] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    expect(int8s(await columnOf(`ARRAY[0, -1, NULL, ${large}, ${small}]::bigint[]`))).toEqual([
      0,
      -1,
      null,
      large,
      small,
    ]);
    expect(int8s(await columnOf(`ARRAY[-9223372036854775808]::bigint[]`))).toEqual([-(2 ** 63)]);
  });

  it('has times in milliseconds, and those without bounds before and behind all others', async () => {
    const at = ['1970-01-01T00:00:00.000Z', '2026-11-27T10:20:30.123Z', '0001-01-01T00:00:00.001Z'];
    const known = times(await columnOf(`ARRAY['${at.join("', '")}']::timestamptz[]`));
    expect(known).toEqual(at.map((text) => Date.parse(text)));
    const [first, last] = times(await columnOf(`ARRAY['-infinity', 'infinity']::timestamptz[]`));
    expect(first).toBeLessThan(Date.parse('0001-01-01T00:00:00.000Z'));
    expect(last).toBeGreaterThan(Date.parse('9999-12-31T23:59:59.999Z'));
  });

  it('has texts of any characters', async () => {
    expect(texts(await columnOf(`ARRAY['', 'a', NULL, 'Größe🎣']`))).toEqual(['', 'a', null, 'Größe🎣']);
  });

  it('has rows, which are written as they were read', async () => {
    const literals = ['(0,1)', '(65536,291)', '(4294967294,65535)'];
    const rows = rowsOf(await columnOf(`ARRAY['${literals.join("', '")}']::tid[]`));
    expect(rows.map((row) => rowLiteral(row ?? 0))).toEqual(literals);
  });

  it('is empty where there are no rows', async () => {
    expect([int4s(await columnOf(`ARRAY[]::int[]`)), texts(null)]).toEqual([[], []]);
  });
});
