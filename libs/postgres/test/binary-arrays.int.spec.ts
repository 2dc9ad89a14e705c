import { testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { int4Array, int8Array, jsonArray, textArray, timestamptzArray } from '../src/binary-arrays.js';
import { createPool } from '../src/pool.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('empty');
  pool = createPool(database.url, { applicationName: 'arrays', max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** The array as PostgreSQL understands it, as text. */
const readAs = async (type: string, array: Buffer): Promise<string | undefined> => {
  const { rows } = await pool.query<{ array: string }>(`SELECT ($1::${type})::text AS array`, [array]);
  return rows[0]?.array;
};

describe('arrays in the binary format', () => {
  it('have texts of any characters, and nulls', async () => {
    const texts = ['ang_1', '', 'NULL', 'a "b", {c}\\', 'Äsche 🎣', null, undefined, 'x'.repeat(100_000)];
    const { rows } = await pool.query<{ text: string | null }>('SELECT unnest($1::text[]) AS text', [textArray(texts)]);
    expect(rows.map(({ text }) => text)).toEqual(texts.map((text) => text ?? null));
  });

  it('have numbers to the ends of their types', async () => {
    const [least, most] = [-(2 ** 31), 2 ** 31 - 1];
    expect(await readAs('int[]', int4Array([0, -1, least, most, null]))).toBe(`{0,-1,${least},${most},NULL}`);
    const far = [0, -1, 2 ** 32, -(2 ** 32) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    expect(await readAs('bigint[]', int8Array([...far, undefined]))).toBe(`{${far.join(',')},NULL}`);
  });

  it('have times to the millisecond, and far ones', async () => {
    const times = ['2026-05-01T08:00:00.123Z', '1969-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z'];
    const more = [...times, '2004-07-15T10:11:12.345Z', '9999-12-31T00:00:00.000Z'];
    const sql = 'SELECT given = $2::timestamptz[] AS is_same FROM (SELECT $1::timestamptz[] AS given) AS one';
    const { rows } = await pool.query<{ is_same: boolean }>(sql, [timestamptzArray(more.map(Date.parse)), more]);
    expect(rows).toEqual([{ is_same: true }]);
    expect(await readAs('timestamptz[]', timestamptzArray([null]))).toBe('{NULL}');
  });

  it('have texts in JSON', async () => {
    const { rows } = await pool.query<{ one: unknown }>('SELECT unnest($1::json[]) AS one', [
      jsonArray(['{"a":"\\"b\\""}', null, '[1]']),
    ]);
    expect(rows.map(({ one }) => one)).toEqual([{ a: '"b"' }, null, [1]]);
    await expect(pool.query('SELECT $1::json[]', [jsonArray(['{'])])).rejects.toThrow('invalid input syntax');
  });

  it('may be empty', async () => {
    expect(await readAs('text[]', textArray([]))).toBe('{}');
    expect(await readAs('int[]', int4Array([]))).toBe('{}');
  });

  it('are refused where the statement expects another type', async () => {
    await expect(pool.query('SELECT $1::int[]', [textArray(['1'])])).rejects.toThrow();
  });
});
