import { readArguments } from './cli-arguments.js';

const NOTHING = { topic: undefined, service: undefined, places: [], brokers: undefined };

describe('the command line', () => {
  it.each([
    [['list'], { ...NOTHING, command: 'list' }],
    [
      ['show', '--topic', 'catch.events', '--service', 'webhook'],
      { ...NOTHING, command: 'show', topic: 'catch.events', service: 'webhook' },
    ],
    [['drop', '--all'], { ...NOTHING, command: 'drop' }],
    [
      ['replay', '--offset', '3,1/4', '--offset=5'],
      {
        ...NOTHING,
        command: 'replay',
        places: [
          { partition: 0, offset: '3' },
          { partition: 1, offset: '4' },
          { partition: 0, offset: '5' },
        ],
      },
    ],
    [['list', '--brokers', 'a:1'], { ...NOTHING, command: 'list', brokers: 'a:1' }],
  ])('%j is understood', (argv, expected) => {
    expect(readArguments(argv)).toEqual(expected);
  });

  it.each([
    [[], 'Which command?'],
    [['delete'], 'There is no command "delete".'],
    [['list', 'all'], 'Too many arguments: all.'],
    [['drop'], 'Which ones? drop takes either --offset or --all.'],
    [['replay', '--all', '--offset', '1'], 'Which ones? replay takes either --offset or --all.'],
    [['drop', '--offset', 'x'], '--offset is a number, or partition/number, not "x".'],
    [['list', '--offset', '1'], 'list takes no --offset.'],
    [['list', '--colour'], "Unknown option '--colour'"],
  ])('%j is refused', (argv, message) => {
    expect(() => readArguments(argv)).toThrow(message);
  });

  it('asks for help', () => {
    expect(readArguments(['--help'])).toBe('help');
  });
});
