import { within } from './within.js';

describe('within', () => {
  it('answers what the promise does', async () => {
    await expect(within(Promise.resolve(1), 60_000)).resolves.toBe(1);
    await expect(within(Promise.reject(new Error('no')), 60_000)).rejects.toThrow('no');
  });

  it('rejects when it takes too long', async () => {
    await expect(within(new Promise(() => undefined), 5)).rejects.toThrow('no answer within 5 ms');
  });
});
