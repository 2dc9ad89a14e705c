import { pause, unlessAborted } from './abortable.js';

describe('a pause', () => {
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
    const late = AbortSignal.abort(new Error('too late'));
    await expect(unlessAborted(new Promise(() => undefined), late)).rejects.toThrow('too late');
  });
});
