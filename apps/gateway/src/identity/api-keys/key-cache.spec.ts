import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TestClock } from '@cds/testing';
import { KeyCache } from './key-cache.js';
import type { StoredKey, StoredKeyQuery } from './stored-key.query.js';

const PRINCIPAL = {
  accountId: 'acc_1',
  accountName: 'Test account',
  credentialId: 'key_1',
  scopes: [],
  credential: {
    type: 'api_key',
    name: 'test',
    rateLimit: null,
    allowedCidrs: [],
    expiresAt: null,
    grantId: null,
  },
} as const;
const KEY: StoredKey = { principal: PRINCIPAL, expiresAt: null, isRevoked: false, isAllowedFrom: null };
const REVOKED: StoredKey = { ...KEY, isRevoked: true };
const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

let clock: TestClock;
let stored: () => Promise<StoredKey | null>;
let asked: number;
let cache: KeyCache;

beforeEach(() => {
  clock = new TestClock('2026-11-21T10:00:00.000Z');
  asked = 0;
  stored = () => Promise.resolve(KEY);
  const query: Pick<StoredKeyQuery, 'byHash'> = {
    byHash: () => {
      asked += 1;
      return stored();
    },
  };
  cache = new KeyCache(query as StoredKeyQuery, clock);
});

describe('a key that was found', () => {
  it('is remembered for less than a second', async () => {
    await cache.find('h');
    clock.advance(999);
    expect(await cache.find('h')).toBe(KEY);
    clock.advance(1);
    await cache.find('h');
    expect(asked).toBe(2);
  });

  it('is gone a second after its revocation at the latest', async () => {
    await cache.find('h');
    stored = () => Promise.resolve(null);
    clock.advance(1_000);
    expect(await cache.find('h')).toBeNull();
    expect(await cache.find('h')).toBeNull();
  });

  it('counts its second from the moment of asking', async () => {
    let answer: (key: StoredKey) => void = () => undefined;
    stored = () => new Promise((resolve) => (answer = resolve));
    const slow = cache.find('h');
    clock.advance(700);
    answer(KEY);
    await slow;
    clock.advance(300);
    stored = () => Promise.resolve(KEY);
    await cache.find('h');
    expect(asked).toBe(2);
  });
});

describe('a hash of no key', () => {
  it('is remembered for less than a second', async () => {
    stored = () => Promise.resolve(null);
    expect(await cache.find('h')).toBeNull();
    clock.advance(999);
    expect(await cache.find('h')).toBeNull();
    expect(asked).toBe(1);
    clock.advance(1);
    stored = () => Promise.resolve(KEY);
    expect(await cache.find('h')).toBe(KEY);
  });
});

describe('many who ask at once', () => {
  it('share one query', async () => {
    const found = await Promise.all(Array.from({ length: 50 }, async () => cache.find('h')));
    expect(new Set(found)).toEqual(new Set([KEY]));
    expect(asked).toBe(1);
  });

  it('share its failure, and the next one asks again', async () => {
    stored = () => Promise.reject(AWAY);
    const results = await Promise.allSettled([1, 2].map(async () => cache.find('h')));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    stored = () => Promise.resolve(KEY);
    expect(await cache.find('h')).toBe(KEY);
  });
});

describe('a change that was made here', () => {
  it('is seen by the next one who asks', async () => {
    await cache.find('h');
    cache.changed('acc_1');
    stored = () => Promise.resolve(REVOKED);
    expect(await cache.find('h')).toBe(REVOKED);
  });

  it('is not hidden by an answer from before it', async () => {
    let answer: (key: StoredKey) => void = () => undefined;
    stored = () => new Promise((resolve) => (answer = resolve));
    const before = cache.find('h');
    cache.changed('acc_1');
    stored = () => Promise.resolve(REVOKED);
    const old = answer;
    const after = cache.find('h');
    old(KEY);
    expect(await before).toBe(KEY);
    expect(await after).toBe(REVOKED);
    expect(await cache.find('h')).toBe(REVOKED);
  });

  it('is not hidden by an answer from before it that comes later', async () => {
    let answer: (key: StoredKey) => void = () => undefined;
    stored = () => new Promise((resolve) => (answer = resolve));
    const before = cache.find('h');
    cache.changed('acc_1');
    answer(KEY);
    await before;
    stored = () => Promise.resolve(REVOKED);
    expect(await cache.find('h')).toBe(REVOKED);
  });

  it('costs other accounts no look-up', async () => {
    await cache.find('h');
    stored = () => Promise.resolve(null);
    await cache.find('unknown');
    cache.changed('acc_2', 'acc_3');
    expect(await cache.find('h')).toBe(KEY);
    expect(await cache.find('unknown')).toBeNull();
    expect(asked).toBe(2);
  });

  it('leaves the look-ups of other accounts that last to those who ask next', async () => {
    await cache.find('h');
    clock.advance(1_000);
    let answer: (key: StoredKey) => void = () => undefined;
    stored = () => new Promise((resolve) => (answer = resolve));
    const before = cache.find('h');
    cache.changed('acc_2');
    const after = cache.find('h');
    answer(KEY);
    expect([await before, await after, await cache.find('h')]).toEqual([KEY, KEY, KEY]);
    expect(asked).toBe(2);
  });
});

describe('while the database is away', () => {
  beforeEach(async () => {
    await cache.find('h');
    stored = () => Promise.reject(AWAY);
  });

  it('a key that was here in the last 30 s goes on, and is asked for once a second', async () => {
    clock.advance(29_000);
    expect(await cache.find('h')).toBe(KEY);
    expect(await cache.find('h')).toBe(KEY);
    expect(asked).toBe(2);
  });

  it('a key that was not here for 30 s is refused', async () => {
    clock.advance(29_500);
    expect(await cache.find('h')).toBe(KEY);
    clock.advance(500);
    await expect(cache.find('h')).rejects.toBe(AWAY);
  });

  it('a key that was never here is refused', async () => {
    await expect(cache.find('other')).rejects.toBe(AWAY);
  });

  it('an error that does not heal by itself is not covered up', async () => {
    const broken = new Error('relation "api_keys" does not exist');
    stored = () => Promise.reject(broken);
    clock.advance(1_000);
    await expect(cache.find('h')).rejects.toBe(broken);
  });
});

describe('while the database is silent', () => {
  let fail: (error: Error) => void;
  let answer: (key: StoredKey) => void;
  beforeEach(async () => {
    await cache.find('h');
    stored = () => new Promise((resolve, reject) => ([answer, fail] = [resolve, reject]));
    clock.advance(1_000);
    jest.useFakeTimers();
  });
  afterEach(() => void jest.useRealTimers());

  const findLate = async (): Promise<StoredKey | null> => {
    const key = cache.find('h');
    await jest.advanceTimersByTimeAsync(2_000);
    return key;
  };

  it('a key that was here lately goes on before the look-up ends, which nobody waits for again', async () => {
    expect(await findLate()).toBe(KEY);
    clock.advance(5_000);
    const next = cache.find('h');
    await jest.advanceTimersByTimeAsync(1);
    expect(await next).toBe(KEY);
    expect(asked).toBe(2);
  });

  it('what it answers in the end is remembered', async () => {
    expect(await findLate()).toBe(KEY);
    answer(REVOKED);
    await jest.advanceTimersByTimeAsync(0);
    expect(await cache.find('h')).toBe(REVOKED);
  });

  it('a slow answer is waited for where the key was not here for 30 s', async () => {
    clock.advance(29_000);
    const slow = cache.find('h');
    await jest.advanceTimersByTimeAsync(3_000);
    answer(KEY);
    expect(await slow).toBe(KEY);
  });

  it('a slow answer is waited for where what was known ends meanwhile', async () => {
    const slow = cache.find('h');
    clock.advance(29_000);
    await jest.advanceTimersByTimeAsync(3_000);
    answer(REVOKED);
    expect(await slow).toBe(REVOKED);
  });

  it('a key that was changed here is refused rather than let in as it was', async () => {
    cache.changed('acc_1');
    const changed = expect(cache.find('h')).rejects.toBe(AWAY);
    await jest.advanceTimersByTimeAsync(2_000);
    fail(AWAY);
    await changed;
  });
});
