import { readOptions } from './options.js';

describe('the options of the bench', () => {
  it('are numbers and names', () => {
    expect(readOptions(['--runs', '3', '--only', 'requests,starts', '--entries', '10,20'])).toMatchObject({
      runs: 3,
      rows: 10_000,
      only: ['requests', 'starts'],
      entries: [10, 20],
    });
    expect(readOptions(['-h'])).toBeUndefined();
  });

  it.each([
    [['--bogus'], "Unknown option '--bogus'"],
    [['--runs', 'abc'], '--runs takes a number above zero, not "abc".'],
    [['--runs', '0'], '--runs takes a number above zero, not "0".'],
    [['--entries', '10,'], '--entries takes a number above zero, not "".'],
    [['requests'], 'There is no argument "requests".'],
  ])('%j are refused', (argv, message) => {
    expect(() => readOptions(argv)).toThrow(message);
  });
});
