import { createPool } from '@cds/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@cds/contracts';
import { type TestDatabase, testDatabase } from '@cds/testing';
import type pg from 'pg';
import { bootstrapCommand } from '../src/identity/accounts/bootstrap-accounts/bootstrap-command.js';
import { isPassword } from '../src/identity/people/passwords/passwords.js';
import { hashOfApiKey, isWellFormedApiKey } from '../src/identity/api-keys/api-key.js';

interface Shown {
  admin: { account_id: string; key: string | null; person: { email: string; password: string | null } };
  reviewer: { account_id: string; key: string | null };
}

let database: TestDatabase;
let pool: pg.Pool;
const environment = process.env['DATABASE_URL'];

beforeEach(async () => {
  database = await testDatabase('gateway');
  process.env['DATABASE_URL'] = database.url;
  pool = createPool(database.url, { applicationName: 'tests', max: 2 });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});
beforeAll(() => undefined);
afterAll(() => {
  if (environment === undefined) delete process.env['DATABASE_URL'];
  else process.env['DATABASE_URL'] = environment;
});

const bootstrap = async (...argv: string[]): Promise<Shown> => {
  const { exitCode, text } = await bootstrapCommand(argv);
  expect(exitCode).toBe(0);
  expect(text).not.toContain('\n');
  return JSON.parse(text) as Shown;
};

const keysThatWork = async (): Promise<{ hash: string; scopes: string[]; prefix: string; account_id: string }[]> =>
  (
    await pool.query<{ hash: string; scopes: string[]; prefix: string; account_id: string }>(
      'SELECT hash, scopes, prefix, account_id FROM api_keys WHERE revoked_at IS NULL ORDER BY id',
    )
  ).rows;

describe('an empty database', () => {
  it('gets an admin with every scope and a reviewer, each with a key whose hash alone is stored', async () => {
    const shown = await bootstrap();
    for (const { account_id: id, key } of [shown.admin, shown.reviewer]) {
      expect(id).toMatch(/^acc_[0-9a-z]{26}$/);
      expect(isWellFormedApiKey(key ?? '')).toBe(true);
    }
    expect(await keysThatWork()).toEqual([
      {
        account_id: shown.admin.account_id,
        hash: hashOfApiKey(shown.admin.key ?? ''),
        prefix: shown.admin.key?.slice(0, 13),
        scopes: [...SCOPES],
      },
      {
        account_id: shown.reviewer.account_id,
        hash: hashOfApiKey(shown.reviewer.key ?? ''),
        prefix: shown.reviewer.key?.slice(0, 13),
        scopes: ['verifications:read', 'verifications:write', 'catches:read'],
      },
    ]);
  });

  it('gets keys that may ask far more than the default rate', async () => {
    await bootstrap();
    const { rows } = await pool.query('SELECT rate_limit, rate_window_seconds FROM api_keys');
    expect(rows).toEqual([
      { rate_limit: 1_000_000, rate_window_seconds: 60 },
      { rate_limit: 1_000_000, rate_window_seconds: 60 },
    ]);
  });

  it('gets them once when several processes start together', async () => {
    const shown = await Promise.all([bootstrap(), bootstrap(), bootstrap(), bootstrap()]);
    expect(new Set(shown.map(({ admin }) => admin.account_id)).size).toBe(1);
    expect(shown.filter(({ admin }) => admin.key !== null)).toHaveLength(1);
    expect(await keysThatWork()).toHaveLength(2);
  });
});

describe('a database that has them', () => {
  it('stays as it is, and shows no key', async () => {
    const first = await bootstrap();
    const before = await keysThatWork();
    expect(await bootstrap()).toEqual({
      admin: { account_id: first.admin.account_id, key: null, person: { email: 'admin@example.com', password: null } },
      reviewer: { account_id: first.reviewer.account_id, key: null },
    });
    expect(await keysThatWork()).toEqual(before);
  });

  it('gets new keys when told, and the earlier ones stop, those of other names not', async () => {
    const first = await bootstrap();
    await pool.query(
      "INSERT INTO api_keys (id, account_id, name, hash, prefix, scopes) VALUES ('key_own', $1, 'own', 'h', 'p', '{}')",
      [first.admin.account_id],
    );
    const second = await bootstrap('--new-keys');
    expect(second.admin.account_id).toBe(first.admin.account_id);
    const hashes = (await keysThatWork()).map(({ hash }) => hash);
    expect(hashes).toHaveLength(3);
    expect(hashes).toEqual(
      expect.arrayContaining(['h', hashOfApiKey(second.admin.key ?? ''), hashOfApiKey(second.reviewer.key ?? '')]),
    );
  });
});

describe('the person of the admin', () => {
  const stored = async () =>
    (
      await pool.query<{ email: string; password_hash: string; scopes: string[] }>(
        'SELECT email, password_hash, scopes FROM people',
      )
    ).rows;

  it('has every scope and a password whose hash alone is stored', async () => {
    const { person } = (await bootstrap()).admin;
    const [row, ...others] = await stored();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ email: person.email, scopes: [...SCOPES] });
    expect(await isPassword(person.password ?? '', row?.password_hash ?? null)).toBe(true);
  });

  it('is made once when several processes start together', async () => {
    await Promise.all([bootstrap(), bootstrap(), bootstrap()]);
    expect(await stored()).toHaveLength(1);
  });

  it('gets a new password when told, and is signed out everywhere', async () => {
    const first = await bootstrap();
    await pool.query("INSERT INTO person_sessions SELECT 'h', id, now(), now() FROM people");
    const second = await bootstrap('--new-keys');
    const [row] = await stored();
    expect(await isPassword(first.admin.person.password ?? '', row?.password_hash ?? null)).toBe(false);
    expect(await isPassword(second.admin.person.password ?? '', row?.password_hash ?? null)).toBe(true);
    expect((await pool.query('SELECT FROM person_sessions')).rowCount).toBe(0);
  });
});

describe('the command', () => {
  it('explains itself', async () => {
    expect(await bootstrapCommand(['--help'])).toEqual({ exitCode: 0, text: expect.stringContaining('--new-keys') });
  });

  it('refuses what it does not know', async () => {
    expect((await bootstrapCommand(['--nwe-keys'])).exitCode).toBe(1);
  });

  it('says what is missing', async () => {
    delete process.env['DATABASE_URL'];
    expect(await bootstrapCommand([])).toEqual({ exitCode: 1, text: expect.stringContaining('DATABASE_URL') });
  });
});
