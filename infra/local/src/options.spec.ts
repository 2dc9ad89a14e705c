import { type LocalOptions, readOptions } from './options.js';
import { UserError } from './user-error.js';

const AT = { root: '/repository', isTerminal: true };

const read = (argv: string[], env: NodeJS.ProcessEnv = {}): LocalOptions => {
  const options = readOptions(argv, env, AT);
  if (!options) throw new Error('help was asked for');
  return options;
};

describe('without options', () => {
  it('runs one copy of everything from .local on port 3000', () => {
    expect(read([])).toEqual({
      port: 3000,
      dataDir: '/repository/.local',
      services: ['gateway', 'catch', 'species', 'leaderboard', 'webhook'],
      copies: { gateway: 1, catch: 1, species: 1, leaderboard: 1, webhook: 1 },
      databaseUrl: undefined,
      kafkaBrokers: undefined,
      logFormat: 'pretty',
      dev: false,
      build: true,
    });
  });

  it('takes an empty variable as unset', () => {
    const empty = { PORT: '', CDS_DATA_DIR: '', DATABASE_URL: '', KAFKA_BROKERS: '', LOG_FORMAT: '' };
    expect(read([], empty)).toEqual(read([]));
  });

  it('logs JSON when nobody looks', () => {
    expect(readOptions([], {}, { ...AT, isTerminal: false })?.logFormat).toBe('json');
  });
});

describe('options', () => {
  it('name copies and parts', () => {
    const options = read(['--copies', 'catch=2,webhook=3', '--only', 'gateway, catch']);
    expect(options.copies).toEqual({ gateway: 1, catch: 2, species: 1, leaderboard: 1, webhook: 3 });
    expect(options.services).toEqual(['gateway', 'catch']);
  });

  it('name other servers, ports and folders by the environment', () => {
    const options = read([], {
      PORT: '0',
      CDS_DATA_DIR: '/data',
      DATABASE_URL: 'postgresql://me@db',
      KAFKA_BROKERS: 'a:9092, [::1]:9092',
      LOG_FORMAT: 'json',
    });
    expect(options).toMatchObject({
      port: 0,
      dataDir: '/data',
      databaseUrl: 'postgresql://me@db',
      kafkaBrokers: ['a:9092', '[::1]:9092'],
      logFormat: 'json',
    });
  });

  it('ask for help', () => {
    expect(readOptions(['-h'], { PORT: 'nonsense' }, AT)).toBeNull();
  });
});

describe('bad options', () => {
  it.each([
    ['a word for a port', [], { PORT: 'abc' }, 'PORT is a number from 0 to 65535, not "abc".'],
    ['a port beyond the last', [], { PORT: '65536' }, 'PORT is a number from 0 to 65535, not "65536".'],
    [
      'an unknown service',
      ['--only', 'portal'],
      {},
      '--only: there is no service "portal" (gateway, catch, species, leaderboard, webhook).',
    ],
    ['copies of the gateway', ['--copies', 'gateway=2'], {}, '--copies: the gateway is the one door; it has one copy.'],
    ['no copy at all', ['--copies', 'catch=0'], {}, '--copies: catch takes 1 to 16, not "0".'],
    [
      'a database of another kind',
      [],
      { DATABASE_URL: 'mysql://db' },
      'DATABASE_URL is like postgresql://user:password@host:5432.',
    ],
    [
      'brokers without a port',
      [],
      { KAFKA_BROKERS: 'a,b:9092' },
      'KAFKA_BROKERS is like host:9092,host:9092, not "a,b:9092".',
    ],
    [
      'brokers with ports that no broker has',
      [],
      { KAFKA_BROKERS: 'a:9092,b:99999' },
      'KAFKA_BROKERS is like host:9092,host:9092, not "a:9092,b:99999".',
    ],
    ['the copies of a service twice', ['--copies', 'catch=2,catch=3'], {}, '--copies: catch is given twice.'],
    [
      'an unknown log level',
      [],
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is one of trace, debug, info, warn, error, fatal, not "loud".',
    ],
    ['an unknown log format', [], { LOG_FORMAT: 'xml' }, 'LOG_FORMAT is pretty or json, not "xml".'],
    ['an unknown option', ['--frob'], {}, "Unknown option '--frob'"],
  ])('tell of %s', (_what, argv, env, message) => {
    expect(() => read(argv, env)).toThrow(message);
  });

  it('are told all at once', () => {
    expect(() => read(['--only', 'x', '--copies', 'y=1'], { PORT: 'z' })).toThrow(
      new UserError(
        [
          'PORT is a number from 0 to 65535, not "z".',
          '--only: there is no service "x" (gateway, catch, species, leaderboard, webhook).',
          '--copies: there is no service "y" (gateway, catch, species, leaderboard, webhook).',
        ].join('\n'),
        '',
      ),
    );
  });
});
