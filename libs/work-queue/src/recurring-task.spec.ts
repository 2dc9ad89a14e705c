import { jest } from '@jest/globals';
import { Registry } from 'prom-client';
import { RecurringTask } from './recurring-task.js';
import { WorkMetrics } from './work-metrics.js';

const failures: unknown[] = [];
const reports = {
  log: { event: (_name: string, fields: { err?: unknown } = {}) => void failures.push(fields.err) },
  metrics: new WorkMetrics(new Registry()),
};
const everySecond = (run: (signal: AbortSignal) => Promise<unknown>): RecurringTask =>
  new RecurringTask({ name: 'tests', everyMs: 1_000, run }, reports);

/** Work that ends when the test says so. */
const endless = () => {
  const ends: (() => void)[] = [];
  const work = jest.fn((_signal: AbortSignal) => new Promise<void>((resolve) => ends.push(resolve)));
  return { work, end: () => ends.shift()?.() };
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a recurring task', () => {
  it('runs first after its interval, then so long after each run', async () => {
    const work = jest.fn(async () => {});
    const task = everySecond(work);
    task.start();
    await jest.advanceTimersByTimeAsync(999);
    expect(work).toHaveBeenCalledTimes(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(work).toHaveBeenCalledTimes(3);
    await task.stop();
  });

  it('does not overlap two runs', async () => {
    const { work, end } = endless();
    const task = everySecond(work);
    task.start();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(1);
    end();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveBeenCalledTimes(2);
    end();
    await task.stop();
  });

  it('goes on after a run that failed, and logs why', async () => {
    failures.length = 0;
    const work = jest.fn(async () => {
      throw new Error('away');
    });
    const task = everySecond(work);
    task.start();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(failures).toEqual([new Error('away'), new Error('away')]);
    await task.stop();
  });

  it('that is stopped aborts the current run, and waits for it', async () => {
    const { work, end } = endless();
    const task = everySecond(work);
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

  it('that is stopped between runs starts none any more, not even when it is started again', async () => {
    const work = jest.fn(async () => {});
    const task = everySecond(work);
    task.start();
    await task.stop();
    task.start();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(work).not.toHaveBeenCalled();
  });
});
