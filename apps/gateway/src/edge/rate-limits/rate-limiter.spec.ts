import { expect, it } from '@jest/globals';
import { TestClock } from '@cds/testing';
import type pg from 'pg';
import type { RateLimitPolicy } from './rate-limit-policy.js';
import { RateLimiter } from './rate-limiter.js';

const AWAY = { connect: () => Promise.reject(new Error('away')), query: () => Promise.reject(new Error('away')) };
const MAX_WAITING = 2;

/** Holds limits in memory, as its database is away. */
const limiter = () => new RateLimiter(AWAY as unknown as pg.Pool, new TestClock('2026-05-01T06:00:00Z'), MAX_WAITING);
const of = (limit: number): RateLimitPolicy => ({ name: 'default', limit, windowSeconds: 60 });

it('refuses at once where all that was taken counts', async () => {
  const limits = limiter();
  await limits.take('key_1', of(1));
  expect(await limits.take('key_1', of(1))).toMatchObject({ isOver: true });
});

it('lets more wait for what may cost nothing, and lets as many through as cost nothing', async () => {
  const limits = limiter();
  const [one, other] = [await limits.take('key_1', of(2), true), await limits.take('key_1', of(2), true)];
  const waiting = [limits.take('key_1', of(2), true), limits.take('key_1', of(2))];
  expect(limits.settle(one, true)).toMatchObject({ remaining: 1 });
  expect(await waiting[0]).toMatchObject({ isOver: false, remaining: 0 });
  limits.settle(other, true);
  expect(await waiting[1]).toMatchObject({ isOver: false, remaining: 0 });
});

it('refuses what waited when nothing is left in the end', async () => {
  const limits = limiter();
  const [one, other] = [await limits.take('key_1', of(2), true), await limits.take('key_1', of(2), true)];
  const waiting = [limits.take('key_1', of(2), true), limits.take('key_1', of(2), true)];
  for (const quota of [one, other]) expect(limits.settle(quota, false)).toBe(quota);
  for (const quota of waiting) expect(await quota).toMatchObject({ isOver: true, remaining: 0 });
});

it('lets few wait, and nobody for the requests of another', async () => {
  const limits = limiter();
  const taken = await limits.take('key_1', of(1), true);
  await limits.take('key_2', of(1));
  const waiting = [limits.take('key_1', of(1)), limits.take('key_1', of(1))];
  expect(await limits.take('key_1', of(1))).toMatchObject({ isOver: true });
  expect(await limits.take('key_2', of(1))).toMatchObject({ isOver: true });
  limits.settle(taken, true);
  expect((await Promise.all(waiting)).map(({ isOver }) => isOver)).toEqual([false, true]);
});
