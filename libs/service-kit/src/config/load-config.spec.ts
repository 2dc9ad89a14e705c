import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { commonSettings } from './common-settings.js';
import { count, flag, hostPortList, httpUrl, milliseconds, pairs, port, seconds, urlList } from './config-schemas.js';
import { ConfigError, loadConfig } from './load-config.js';
import { setting } from './setting.js';

const settings = {
  http: { port: setting('PORT', port, 'Port of the API.', { default: '3000' }) },
  database: {
    url: setting('DATABASE_URL', z.string().min(20, 'must be longer'), 'Connection string.', { secret: true }),
  },
  kafka: { brokers: setting('KAFKA_BROKERS', hostPortList, 'Brokers.') },
  deep: { er: { flag: setting('LOUD', flag, 'Whether to shout.', { default: 'false' }) } },
  note: setting('NOTE', z.string().optional(), 'Anything.'),
};
const GOOD = { DATABASE_URL: 'postgres://u:p@localhost/db', KAFKA_BROKERS: 'one:9092, two:9092' };

const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    loadConfig(settings, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('an environment that fits', () => {
  test('is read as values nested by concern, with defaults', () => {
    expect(loadConfig(settings, GOOD)).toEqual({
      http: { port: 3000 },
      database: { url: GOOD.DATABASE_URL },
      kafka: { brokers: ['one:9092', 'two:9092'] },
      deep: { er: { flag: false } },
      note: undefined,
    });
  });

  test('counts an empty variable as unset', () => {
    expect(loadConfig(settings, { ...GOOD, PORT: '', NOTE: '' })).toMatchObject({
      http: { port: 3000 },
      note: undefined,
    });
  });
});

describe('an environment that does not fit', () => {
  test('is told in full, each problem with the variable, what is wrong and what it means', () => {
    expect(problemsOf({ PORT: '99999', LOUD: 'yes', KAFKA_BROKERS: 'one' })).toEqual([
      'PORT is "99999": must be at most 65535. Meaning: Port of the API.',
      'DATABASE_URL is not set. Meaning: Connection string.',
      'KAFKA_BROKERS is "one": must be host:port, with a port from 1 to 65535. Meaning: Brokers.',
      'LOUD is "yes": must be true or false. Meaning: Whether to shout.',
    ]);
  });

  test('never shows a secret', () => {
    const problems = problemsOf({ ...GOOD, DATABASE_URL: 'hunter2' });
    expect(problems).toEqual(['DATABASE_URL is (secret, not shown): must be longer. Meaning: Connection string.']);
  });

  test('is one error with a line for each problem', () => {
    expect(() => loadConfig(settings, {})).toThrow('The configuration has 2 problems:\n  DATABASE_URL is not set.');
  });
});

describe('a setting that needs others', () => {
  const user = setting('USER_NAME', z.string().optional(), 'Who.', { needs: ['MECHANISM'] });
  const needy = { user };

  test('is refused without them', () => {
    expect(() => loadConfig(needy, { USER_NAME: 'me' })).toThrow(
      'USER_NAME is set, and MECHANISM is not. Meaning: Who.',
    );
  });

  test.each([{}, { USER_NAME: 'me', MECHANISM: 'plain' }, { USER_NAME: 'me', MECHANISM_FILE: '/file' }])(
    'is taken in %j',
    (env) => expect(loadConfig(needy, env).user).toBe((env as NodeJS.ProcessEnv)['USER_NAME']),
  );
});

describe('a setting in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cds-config-'));
  const file = join(folder, 'url');
  beforeAll(() => writeFileSync(file, `${GOOD.DATABASE_URL}/from-a-file\n`));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is read without the line break at its end, and takes precedence', () => {
    const { database } = loadConfig(settings, { ...GOOD, DATABASE_URL_FILE: file });
    expect(database.url).toBe(`${GOOD.DATABASE_URL}/from-a-file`);
  });

  test('that cannot be read is a problem that names the file', () => {
    expect(problemsOf({ ...GOOD, DATABASE_URL_FILE: '/nowhere/url' })).toEqual([
      'DATABASE_URL_FILE is "/nowhere/url", which cannot be read (ENOENT). Meaning: Connection string.',
    ]);
  });
});

describe('a secret that docker-compose.yml publishes', () => {
  const published = { ...GOOD, DATABASE_URL: 'postgres://cds:for-one-machine-alone@postgres:5432/cds' };

  test.each([undefined, 'http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'])(
    'is taken with PUBLIC_URL %s',
    (publicUrl) => {
      expect(problemsOf({ ...published, PUBLIC_URL: publicUrl })).toEqual([]);
    },
  );

  test.each(['https://api.example', 'http://192.168.1.7:3000', 'http://127.0.0.1.example'])(
    'is refused with PUBLIC_URL %s, and not shown',
    (publicUrl) => {
      expect(problemsOf({ ...published, PUBLIC_URL: publicUrl })).toEqual([
        'DATABASE_URL is the value that docker-compose.yml publishes, and PUBLIC_URL is not an address of this ' +
          'machine alone: set a secret of your own. Meaning: Connection string.',
      ]);
    },
  );
});

describe('the schemas', () => {
  test.each([
    ['port', port, '0', 0],
    ['milliseconds', milliseconds(), '1500', 1500],
    ['seconds', seconds(1, 60), '60', 60],
    ['count', count(1, 5), '5', 5],
    ['flag', flag, 'true', true],
    ['httpUrl', httpUrl, 'https://api.example/', 'https://api.example'],
    ['urlList', urlList, 'http://a:1 , http://b:2', ['http://a:1', 'http://b:2']],
    ['pairs', pairs, 'authorization=Bearer%20a=b, x=100%', { authorization: 'Bearer a=b', x: '100%' }],
  ])('%s reads %s', (_name, schema, text, value) => {
    expect((schema as z.ZodType).parse(text)).toEqual(value);
  });

  test.each([
    ['port', port, '65536'],
    ['port', port, '1e3'],
    ['port', port, ' 80'],
    ['milliseconds', milliseconds(), '1.5'],
    ['seconds', seconds(1, 60), '61'],
    ['flag', flag, 'TRUE'],
    ['flag', flag, '1'],
    ['httpUrl', httpUrl, 'ftp://x'],
    ['urlList', urlList, ','],
    ['pairs', pairs, 'authorization'],
    ['urlList', urlList, 'http://a:1,nonsense'],
    ['hostPortList', hostPortList, 'a:0'],
    ['hostPortList', hostPortList, 'a:1,b:65536'],
  ])('%s refuses %s', (_name, schema, text) => {
    expect((schema as z.ZodType).safeParse(text).success).toBe(false);
  });
});

describe('the common settings', () => {
  const env = {
    DATABASE_URL: 'postgres://localhost/db',
    KAFKA_BROKERS: '127.0.0.1:9092',
    IDENTITY_SECRETS: `${'a'.repeat(32)},${'b'.repeat(32)}`,
  };

  test('have defaults for all but the database, Kafka and the secrets', () => {
    expect(loadConfig(commonSettings, env)).toMatchObject({
      log: { level: 'info', format: expect.stringMatching(/json|pretty/) },
      http: { host: '127.0.0.1', port: 3000, publicUrl: 'http://127.0.0.1:3000' },
      internal: { port: 9090 },
      database: { poolSize: 10 },
      identity: { secrets: ['a'.repeat(32), 'b'.repeat(32)] },
    });
  });

  test.each([
    [{ KAFKA_SASL_USERNAME: 'me' }, 'KAFKA_SASL_USERNAME is set, and KAFKA_SASL_MECHANISM is not'],
    [{ KAFKA_SASL_MECHANISM: 'plain' }, 'KAFKA_SASL_MECHANISM is set, and KAFKA_SASL_USERNAME is not'],
    [
      { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'me' },
      'KAFKA_SASL_MECHANISM is set, and KAFKA_SASL_PASSWORD is not',
    ],
    [{ KAFKA_SASL_PASSWORD: 'secret' }, 'KAFKA_SASL_PASSWORD is set, and KAFKA_SASL_USERNAME is not'],
  ])('refuse %j', (sasl, problem) => {
    expect(() => loadConfig(commonSettings, { ...env, ...sasl })).toThrow(problem);
  });

  test('refuse a short secret without showing it', () => {
    expect(() => loadConfig(commonSettings, { ...env, IDENTITY_SECRETS: 'short' })).toThrow(
      /IDENTITY_SECRETS is \(secret, not shown\): each must have at least 32 characters/,
    );
  });
});
