import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RateLimitPolicy } from './rate-limit-policy.js';
import { TokenLease } from './token-lease.js';

const policy = (limit: number): RateLimitPolicy => ({ name: 'default', limit, windowSeconds: 60 });

/** The counter in the database, as all copies see it. */
const counter = (): ((share: TokenLease) => void) => {
  let consumed = 0;
  return (share) => {
    const counted = share.wanted(0);
    consumed += counted;
    share.grant(counted, { consumed, resetMs: 60_000, now: 0 });
  };
};

const takeFrom = (share: TokenLease, ask: (share: TokenLease) => void): boolean => {
  for (;;) {
    const quota = share.take(0);
    if (quota) return !quota.isOver;
    ask(share);
  }
};

describe('the shares of many copies', () => {
  it('never let more through than the limit, and all of it where requests come to all of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 10 }), (limit, copies) => {
        const ask = counter();
        const shares = Array.from({ length: copies }, () => new TokenLease('key_1', policy(limit)));
        let passed = 0;
        for (let at = 0; at < 3 * limit + copies; at += 1)
          passed += takeFrom(shares[at % copies] ?? new TokenLease('', policy(0)), ask) ? 1 : 0;
        expect(passed).toBe(limit);
      }),
    );
  });

  it('never let more through than the limit, wherever requests come', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.nat(4), { maxLength: 200, size: 'max' }),
        (limit, order) => {
          const ask = counter();
          const shares = Array.from({ length: 5 }, () => new TokenLease('key_1', policy(limit)));
          const passed = order.filter((copy) => takeFrom(shares[copy] ?? new TokenLease('', policy(0)), ask)).length;
          expect(passed).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });
});

describe('a share', () => {
  it('asks for a twentieth of what is left, and for less and less', () => {
    const ask = counter();
    const share = new TokenLease('key_1', policy(600));
    expect(share.wanted(0)).toBe(30);
    ask(share);
    expect(share.wanted(0)).toBe(28);
    for (let count = 0; count < 590; count += 1) takeFrom(share, ask);
    expect(share.wanted(0)).toBe(1);
  });

  it('asks for as much as waits, up to the limit', () => {
    const share = new TokenLease('key_1', policy(600));
    share.waiting = 100;
    expect(share.wanted(0)).toBe(100);
    share.waiting = 10_000;
    expect(share.wanted(0)).toBe(600);
  });

  it('tells what is left of the whole window, and until when', () => {
    const share = new TokenLease('key_1', policy(600));
    counter()(share);
    expect(share.take(0)).toEqual({
      subject: 'key_1',
      policy: policy(600),
      isOver: false,
      remaining: 599,
      resetSeconds: 60,
    });
    expect(share.take(58_500)).toMatchObject({ remaining: 598, resetSeconds: 2 });
  });

  it('is worth nothing when its window is over', () => {
    const share = new TokenLease('key_1', policy(600));
    counter()(share);
    expect(share.take(59_999)).toBeDefined();
    expect(share.take(60_000)).toBeUndefined();
  });

  it('refuses without asking once the window is used up, until it is over', () => {
    const share = new TokenLease('key_1', policy(1));
    counter()(share);
    expect(share.take(0)?.isOver).toBe(false);
    expect(share.take(1)).toMatchObject({ isOver: true, remaining: 0, resetSeconds: 60 });
    expect(share.take(60_000)).toBeUndefined();
  });

  it('lets one more through for each that is given back', () => {
    const share = new TokenLease('key_1', policy(1));
    counter()(share);
    share.take(0);
    expect(share.giveBack(1)).toMatchObject({ remaining: 1 });
    expect(share.take(2)?.isOver).toBe(false);
    expect(share.take(3)?.isOver).toBe(true);
  });
});

describe('what is given back', () => {
  it('is at most five times the limit in a window', () => {
    const ask = counter();
    const share = new TokenLease('key_1', policy(10));
    let free = 0;
    while (takeFrom(share, ask) && free < 1_000) {
      share.giveBack(0);
      free += 1;
    }
    expect(free).toBe(60);
  });

  it('counts anew in the next window', () => {
    const share = new TokenLease('key_1', policy(1));
    share.grant(1, { consumed: 1, resetMs: 60_000, now: 0 });
    for (let count = 0; count < 9; count += 1) share.giveBack(0);
    expect(share.peek(0, policy(1))?.remaining).toBe(6);
    share.grant(1, { consumed: 1, resetMs: 60_000, now: 60_000 });
    expect(share.giveBack(60_000).remaining).toBe(2);
  });
});
