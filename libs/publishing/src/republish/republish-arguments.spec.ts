import { republishArguments } from './republish-arguments.js';

describe('the arguments of a republish command', () => {
  it('name the consumer, whose group has its name', () => {
    expect(republishArguments(['--for', 'leaderboard'])).toMatchObject({
      consumer: 'leaderboard',
      group: 'leaderboard',
      from: undefined,
    });
  });

  it('say where to begin', () => {
    const from = (text: string) => republishArguments(['--for', 'webhook', '--from', text]).from;
    expect(from('2026-11-01T00:00:00Z')).toEqual(new Date('2026-11-01T00:00:00.000Z'));
    expect(from('beginning')).toBe('beginning');
  });

  it.each([
    [[], 'Which consumer?'],
    [['--for', 'webhook', '--from', 'soon'], '--from is a time'],
    [['--for', 'webhook', '--rate', '0'], '--rate is a whole number of events'],
    [['--for', 'webhook', '--max-waiting', 'many'], '--max-waiting is a whole number of events'],
    [['--for', 'webhook', '--fast'], 'Unknown option'],
  ])('%j is refused', (args, message) => {
    expect(() => republishArguments(args)).toThrow(message);
  });
});
