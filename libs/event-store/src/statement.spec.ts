import { prepared, together } from './statement.js';

describe('statements together', () => {
  it('number their parameters one after the other', () => {
    const both = together([
      { text: 'INSERT INTO a VALUES ($1, $2)', values: ['a', 2] },
      { text: 'UPDATE b SET x = $2 WHERE y = $1 AND z = $12', values: ['b', 4] },
      { text: 'DELETE FROM c', values: [] },
      { text: 'DELETE FROM d WHERE x = $1', values: [5] },
    ]);
    expect(both).toEqual({
      text: 'WITH part_0 AS (INSERT INTO a VALUES ($1, $2)), part_1 AS (UPDATE b SET x = $4 WHERE y = $3 AND z = $14), part_2 AS (DELETE FROM c), part_3 AS (DELETE FROM d WHERE x = $5) SELECT',
      values: ['a', 2, 'b', 4, 5],
    });
  });

  it('are the statement itself when it is one', () => {
    const one = { text: 'DELETE FROM c', values: [] };
    expect(together([one])).toBe(one);
  });
});

describe('a prepared statement', () => {
  it('has one name per text, short enough for PostgreSQL', () => {
    const name = (text: string, value: number) => prepared({ text, values: [value] }).name;
    expect(name('SELECT $1', 1)).toBe(name('SELECT $1', 2));
    expect(name('SELECT $1', 1)).not.toBe(name('SELECT  $1', 1));
    expect(name('SELECT $1', 1).length).toBeLessThan(63);
  });
});
