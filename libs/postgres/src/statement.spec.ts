import { prepared, StatementNames } from './statement.js';

describe('a prepared statement', () => {
  it('has one name per text, short enough for PostgreSQL', () => {
    const name = (text: string, value: number) => prepared({ text, values: [value] }).name ?? '';
    expect(name('SELECT $1', 1)).toBe(name('SELECT $1', 2));
    expect(name('SELECT $1', 1)).not.toBe(name('SELECT  $1', 1));
    expect(name('SELECT $1', 1).length).toBeLessThan(63);
  });

  it('has no name once the list of names is full, while listed texts keep theirs', () => {
    const names = new StatementNames(2);
    const nameOf = (text: string) => prepared({ text, values: [] }, names).name;
    const listed = ['SELECT 1', 'SELECT 2'].map(nameOf);
    expect(prepared({ text: 'SELECT 3', values: [] }, names)).toEqual({ text: 'SELECT 3', values: [] });
    expect(['SELECT 1', 'SELECT 2'].map(nameOf)).toEqual(listed);
    expect(names.size).toBe(2);
  });
});
