import { prepared } from './statement.js';

describe('a prepared statement', () => {
  it('has one name per text, short enough for PostgreSQL', () => {
    const name = (text: string, value: number) => prepared({ text, values: [value] }).name;
    expect(name('SELECT $1', 1)).toBe(name('SELECT $1', 2));
    expect(name('SELECT $1', 1)).not.toBe(name('SELECT  $1', 1));
    expect(name('SELECT $1', 1).length).toBeLessThan(63);
  });
});
