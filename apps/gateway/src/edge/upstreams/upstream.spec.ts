import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { resolveOrigins } from './resolve-origins.js';
import { Upstream } from './upstream.js';
import type { UpstreamCopy } from './upstream-copy.js';

const A = 'http://127.0.0.1:1001';
const B = 'http://127.0.0.1:1002';
const C = 'http://127.0.0.1:1003';
let upstream: Upstream;

const next = (now = 0, tried: UpstreamCopy[] = []): UpstreamCopy => {
  const copy = upstream.next(tried, now);
  if (!copy) throw new Error('no copy is left');
  return copy;
};
const origins = (count: number, now = 0): string[] => Array.from({ length: count }, () => next(now).origin);

beforeEach(() => {
  upstream = new Upstream();
  upstream.moveTo([A, B, C]);
});
afterEach(() => upstream.destroy());

describe('copies that are well', () => {
  it('take turns', () => {
    expect(origins(6)).toEqual([A, B, C, A, B, C]);
  });

  it('are not tried twice for one request', () => {
    const [first, second, third] = [next(), next(), next()];
    expect(next(0, [first, third]).origin).toBe(second.origin);
    expect(upstream.next([first, second, third], 0)).toBeUndefined();
  });
});

describe('a copy that closes its connections', () => {
  it('gets no requests for a second, whatever it still answers', () => {
    const copy = next();
    copy.leaves(0);
    copy.answered(1);
    expect(origins(4, 999)).toEqual([B, C, B, C]);
    expect(origins(3, 1_000)).toContain(A);
  });

  it('gets them when there is no other', () => {
    upstream.moveTo([A]);
    next().leaves(0);
    expect(origins(2, 1)).toEqual([A, A]);
  });
});

describe('a copy that failed', () => {
  it('rests for 250 ms', () => {
    next().failed(0);
    expect(origins(4, 249)).toEqual([B, C, B, C]);
    expect(origins(3, 250)).toContain(A);
  });

  it('rests twice as long after each further failure, up to 5 s', () => {
    const copy = next();
    const rests = Array.from({ length: 7 }, (_, count) => {
      const now = 100_000 * (count + 1);
      copy.failed(now);
      return [250, 500, 1_000, 2_000, 4_000, 5_000].find((rest) => !copy.isResting(now + rest));
    });
    expect(rests).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  });

  it('counts failures at the same time once', () => {
    const copy = next();
    for (let count = 0; count < 20; count += 1) copy.failed(0);
    expect(copy.isResting(250)).toBe(false);
  });

  it('is well again once it answered', () => {
    const copy = next();
    copy.failed(0);
    copy.answered(0);
    expect(copy.isResting(0)).toBe(false);
  });

  it('is asked all the same when no other is left', () => {
    for (const copy of [next(), next(), next()]) copy.failed(0);
    expect(new Set(origins(3, 1))).toEqual(new Set([A, B, C]));
  });
});

describe('a copy that takes requests and answers none', () => {
  const asked = (now: number): UpstreamCopy => {
    const copy = next(now);
    copy.begin(now);
    return copy;
  };

  it('is left alone after a second', () => {
    asked(0);
    expect(origins(3, 999)).toContain(A);
    expect(origins(4, 1_000)).toEqual([B, C, B, C]);
  });

  it('is tried by one request at a time after its rest', () => {
    const copy = asked(0);
    expect(copy.isResting(1_000)).toBe(true);
    expect(origins(3, 1_250)).toContain(A);
    copy.begin(1_250);
    expect(origins(4, 1_300)).not.toContain(A);
  });

  it('rests longer when the trial is not answered either', () => {
    const copy = asked(0);
    expect(copy.isResting(1_000)).toBe(true);
    copy.begin(1_250);
    expect(copy.isResting(2_250)).toBe(true);
    expect(copy.isResting(2_749)).toBe(true);
    expect(copy.isResting(2_750)).toBe(false);
  });

  it('has its share again once the trial is answered', () => {
    const copy = asked(0);
    expect(copy.isResting(1_000)).toBe(true);
    copy.begin(1_250);
    copy.end(1_300);
    copy.answered(1_300);
    expect(origins(3, 1_300)).toContain(A);
  });

  it('keeps its share while it answers others', () => {
    const copy = asked(0);
    copy.begin(0);
    copy.end(900);
    copy.answered(900);
    expect(origins(3, 1_800)).toContain(A);
  });

  it('keeps its share when its only caller has gone soon', () => {
    const copy = asked(0);
    copy.end(300);
    expect(origins(3, 5_000)).toContain(A);
  });

  it('is asked all the same when it is the only one', () => {
    upstream.moveTo([A]);
    asked(0);
    expect(origins(2, 1_000)).toEqual([A, A]);
  });
});

describe('a copy that has all the requests it may have', () => {
  it('is passed over until one ends', () => {
    const copy = next();
    copy.running = 1_024;
    expect(origins(4)).toEqual([B, C, B, C]);
    copy.running = 1_023;
    expect(origins(3)).toContain(A);
  });
});

describe('a service that moves', () => {
  it('keeps the copies that stay', () => {
    const [first] = [next()];
    upstream.moveTo([B, A]);
    expect([next(), next()]).toContain(first);
    expect(new Set(origins(4))).toEqual(new Set([A, B]));
  });

  it('is nowhere when no address is left', () => {
    upstream.moveTo([]);
    expect(upstream.next([], 0)).toBeUndefined();
  });
});

describe('the URL of a service', () => {
  const addresses =
    (...found: [string, number][]) =>
    () =>
      Promise.resolve(found.map(([address, family]) => ({ address, family })));
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

  it('is one copy for each address that its name has', async () => {
    expect(
      await resolveOrigins('http://catch:3000', addresses(['10.0.0.2', 4], ['10.0.0.1', 4], ['fd00::1', 6])),
    ).toEqual(['http://10.0.0.1:3000', 'http://10.0.0.2:3000', 'http://[fd00::1]:3000']);
  });

  it.each(['http://127.0.0.1:3001', 'http://[::1]:3001'])('is itself when it is %s', async (url) => {
    expect(await resolveOrigins(url, failing('must not be asked'))).toEqual([url]);
  });

  it('is nowhere when there is no such name', async () => {
    expect(await resolveOrigins('http://catch:3000', failing('ENOTFOUND'))).toEqual([]);
  });

  it('is not known when the name server is away', async () => {
    await expect(resolveOrigins('http://catch:3000', failing('EAI_AGAIN'))).rejects.toThrow('EAI_AGAIN');
  });
});
