import { jest } from '@jest/globals';
import { RecurringTask } from './recurring-task.js';

/** Work that ends when it is told to. */
const endless = () => {
  const ends: (() => void)[] = [];
  const work = jest.fn((_signal: AbortSignal) => new Promise<void>((resolve) => ends.push(resolve)));
  return { work, end: () => ends.shift()?.() };
};
const unexpected = (error: unknown): never => {
  throw error;
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a recurring task', () => {
  it('runs first after its interval, then so long after each run', async () => {
    const work = jest.fn(async () => {});
    const task = new RecurringTask(1_000, work, unexpected);
    task.start();
    await jest.advanceTimersByTimeAsync(999);
    expect(work).toHaveBeenCalledTimes(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(work).toHaveBeenCalledTimes(3);
    await task.stop();
  });

  it('begins no run while one is under way', async () => {
    const { work, end } = endless();
    const task = new RecurringTask(1_000, work, unexpected);
    task.start();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(1);
    end();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveBeenCalledTimes(2);
    end();
    await task.stop();
  });

  it('goes on after a run that failed, and tells why', async () => {
    const failures: unknown[] = [];
    const work = jest.fn(async () => {
      throw new Error('away');
    });
    const task = new RecurringTask(1_000, work, (error) => failures.push(error));
    task.start();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(failures).toEqual([new Error('away'), new Error('away')]);
    await task.stop();
  });

  it('that is stopped tells the run that is under way, and waits for it', async () => {
    const { work, end } = endless();
    const task = new RecurringTask(1_000, work, unexpected);
    task.start();
    await jest.advanceTimersByTimeAsync(1_000);
    const stopped = jest.fn();
    const stopping = task.stop().then(stopped);
    expect(work.mock.calls[0]?.[0].aborted).toBe(true);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(stopped).not.toHaveBeenCalled();
    end();
    await stopping;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('that is stopped between runs begins none any more, nor when it is started again', async () => {
    const work = jest.fn(async () => {});
    const task = new RecurringTask(1_000, work, unexpected);
    task.start();
    await task.stop();
    task.start();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(work).not.toHaveBeenCalled();
  });
});
