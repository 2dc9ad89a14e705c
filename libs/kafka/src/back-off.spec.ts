import { backOffMs, pause, unlessAborted } from './back-off.js';

describe('the back-off', () => {
  it('doubles up to its cap', () => {
    expect([0, 1, 2, 3, 4, 5, 1_000].map((attempt) => backOffMs(attempt, 1_500, () => 1))).toEqual([
      100, 200, 400, 800, 1_500, 1_500, 1_500,
    ]);
  });

  it('is between half of that and all of it', () => {
    expect(backOffMs(3, 15_000, () => 0)).toBe(400);
    expect(backOffMs(3, 15_000, () => 0.5)).toBe(600);
  });

  it('ends early when it is aborted', async () => {
    const stop = new AbortController();
    const waiting = pause(60_000, stop.signal);
    stop.abort();
    await expect(waiting).resolves.toBeUndefined();
  });
});

describe('unlessAborted', () => {
  it('answers what the promise does', async () => {
    const { signal } = new AbortController();
    await expect(unlessAborted(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(unlessAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  it('rejects at once when it is too late', async () => {
    await expect(unlessAborted(new Promise(() => undefined), AbortSignal.abort())).rejects.toThrow('Aborted');
  });
});
