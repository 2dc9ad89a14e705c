import { lostVersionsArguments } from './lost-versions-arguments.js';

describe('the arguments of a lost-versions command', () => {
  it('say since when, and whether to take back', () => {
    expect(lostVersionsArguments(['--from', '2026-11-01T00:00:00Z'])).toEqual({
      since: new Date('2026-11-01T00:00:00.000Z'),
      takesBack: false,
    });
    expect(lostVersionsArguments(['--from', 'beginning', '--take-back'])).toEqual({
      since: undefined,
      takesBack: true,
    });
  });

  it.each([
    [[], 'Since when?'],
    [['--from', 'yesterday'], '--from is a time'],
    [['--from', 'beginning', 'now'], 'Unexpected argument'],
  ])('%j is refused', (args, message) => {
    expect(() => lostVersionsArguments(args)).toThrow(message);
  });
});
