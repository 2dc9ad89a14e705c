import { turns } from './turns.js';

describe('work that takes turns', () => {
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const inTurn = turns({ atOnce: 2, mostWaiting: 1 });
  const work = (number: number) =>
    inTurn(
      () =>
        new Promise<number>((resolve) => {
          started.push(number);
          finish.push(() => resolve(number));
        }),
    );

  it('runs a few at once, lets some wait and refuses the rest', async () => {
    const [first, second, third] = [work(1), work(2), work(3)];
    await expect(work(4)).rejects.toMatchObject({ code: 'service.unavailable', retryAfterSeconds: 2 });
    expect(started).toEqual([1, 2]);
    finish[0]?.();
    await first;
    const fourth = work(4);
    expect(started).toEqual([1, 2, 3]);
    finish[1]?.();
    finish[2]?.();
    await Promise.all([second, third]);
    finish[3]?.();
    expect(await fourth).toBe(4);
  });
});
