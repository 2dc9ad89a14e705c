import { randomBytes } from 'node:crypto';
import { createPool } from '@cds/postgres';
import { SecretBox } from '@cds/service-kit';
import { testDatabase, TestClock, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { PrismaService } from '../src/database/prisma.service.js';
import { SigningKeyStore } from '../src/signing/signing-key.store.js';
import { SigningKeys } from '../src/signing/signing-keys.js';
import { signingKeysCommand } from '../src/signing/signing-keys-command.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;
const SEALING = `test:${randomBytes(32).toString('base64')}`;
const box = new SecretBox([{ id: 'test', key: Buffer.from(SEALING.slice('test:'.length), 'base64') }]);

let database: TestDatabase;
let pool: pg.Pool;
let clock: TestClock;
let prisma: PrismaService;
beforeAll(async () => {
  database = await testDatabase('webhook');
  pool = createPool(database.url, { applicationName: 'tests', max: 8 });
  prisma = new PrismaService(pool);
});
afterAll(async () => {
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('DELETE FROM signing_keys');
  clock = new TestClock('2026-11-20T00:00:00.000Z');
});

const newStore = (): SigningKeyStore => new SigningKeyStore(prisma, box, clock);
const newCopy = (): SigningKeys => new SigningKeys(newStore(), clock);
const kidsOf = async (keys: SigningKeys): Promise<string[]> => (await keys.all()).map(({ kid }) => kid);

describe('the first key', () => {
  it('is created once by many copies that need it at the same time', async () => {
    const signing = await Promise.all(Array.from({ length: 8 }, () => newCopy().signing()));
    expect(new Set(signing.map(({ kid }) => kid)).size).toBe(1);
    expect((await pool.query('SELECT id FROM signing_keys')).rows).toEqual([{ id: signing[0]?.kid }]);
  });

  it('is stored sealed, and for its own row alone', async () => {
    const { kid, privateKey } = await newCopy().signing();
    const { d = '' } = privateKey.export({ format: 'jwk' });
    const { rows } = await pool.query<{ sealed: string }>('SELECT sealed FROM signing_keys');
    const [{ sealed } = { sealed: '' }] = rows;
    expect(sealed).toMatch(/^test\./);
    expect(Buffer.from(sealed, 'base64url').includes(d)).toBe(false);
    expect(box.open(sealed, kid)).toContain(d);
    expect(() => box.open(sealed, 'another')).toThrow();
  });
});

describe('the next key', () => {
  it('is published for 24 hours by every copy before it signs', async () => {
    const copy = newCopy();
    const first = await copy.signing();
    const next = await newStore().rotate();
    clock.advance(MINUTE_MS);
    expect(await kidsOf(copy)).toEqual([next.kid, first.kid]);
    clock.advance(DAY_MS - 1);
    expect((await copy.signing()).kid).toBe(first.kid);
    clock.advance(1);
    expect((await copy.signing()).kid).toBe(next.kid);
  });

  it('excludes another one until it signs', async () => {
    const store = newStore();
    await store.all();
    const next = await store.rotate();
    await expect(store.rotate()).rejects.toThrow(`The next signing key is published already: ${next.kid}`);
    clock.advance(DAY_MS + MINUTE_MS);
    await store.rotate();
    expect(await store.all()).toHaveLength(3);
  });

  it('leaves the previous one published for 30 days, and then deletes it', async () => {
    const copy = newCopy();
    const first = await copy.signing();
    const next = await newStore().rotate();
    clock.advance(DAY_MS + MINUTE_MS + 30 * DAY_MS - 1);
    expect(await kidsOf(copy)).toEqual([next.kid, first.kid]);
    clock.advance(MINUTE_MS);
    expect(await kidsOf(copy)).toEqual([next.kid]);
    expect((await pool.query('SELECT id FROM signing_keys')).rows).toEqual([{ id: next.kid }]);
  });
});

describe('a copy', () => {
  it('reads the keys at most once a minute', async () => {
    const store = newStore();
    await store.all();
    const reads = jest.spyOn(store, 'all');
    const copy = new SigningKeys(store, clock);
    await Promise.all([copy.signing(), copy.all(), copy.signing()]);
    clock.advance(MINUTE_MS - 1);
    await copy.signing();
    expect(reads).toHaveBeenCalledTimes(1);
    clock.advance(1);
    await Promise.all([copy.signing(), copy.signing()]);
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('signs by a replaced key within a minute, and publishes no other one', async () => {
    const copy = newCopy();
    await copy.signing();
    const replaced = await newStore().replace();
    clock.advance(MINUTE_MS);
    expect((await copy.signing()).kid).toBe(replaced.kid);
    expect(await kidsOf(copy)).toEqual([replaced.kid]);
  });

  it('signs by a replaced key when its clock, which was ahead, has been set right', async () => {
    const copy = newCopy();
    clock.advance(2 * HOUR_MS);
    await copy.signing();
    clock.advance(-HOUR_MS);
    const replaced = await newStore().replace();
    clock.advance(MINUTE_MS);
    expect((await copy.signing()).kid).toBe(replaced.kid);
  });

  it('reads again after a failed read', async () => {
    const store = newStore();
    const copy = new SigningKeys(store, clock);
    jest.spyOn(store, 'all').mockRejectedValueOnce(new Error('The database is away.'));
    await expect(copy.signing()).rejects.toThrow('The database is away.');
    expect((await copy.signing()).kid).toEqual(expect.any(String));
  });
});

describe('the command', () => {
  const command = (...argv: string[]) =>
    signingKeysCommand(argv, { DATABASE_URL: database.url, WEBHOOK_SECRET_KEYS: SEALING });

  it('lists, rotates and replaces the keys of the service', async () => {
    const { text: first } = await command('list');
    expect(first).toMatch(/^[\w-]{43} whpk_[\w+/]{43}= signs from 20\S+Z$/);
    const { exitCode, text: next } = await command('rotate');
    expect(exitCode).toBe(0);
    expect((await command('list')).text.split('\n')).toEqual([next, first]);
    expect(await command('rotate')).toMatchObject({ exitCode: 1, text: expect.stringContaining('published already') });
    const { text: replaced } = await command('replace');
    expect((await command('list')).text).toBe(replaced);
  });

  it('explains itself when it is asked to, and when it does not understand', async () => {
    expect(await command('--help')).toMatchObject({ exitCode: 0, text: expect.stringContaining('rotate') });
    expect(await command('turn')).toMatchObject({ exitCode: 1, text: expect.stringContaining('rotate') });
    expect(await command('--now')).toMatchObject({ exitCode: 1, text: expect.stringContaining('--now') });
  });
});
