import { jest } from '@jest/globals';
import { BackgroundWork, type WorkLog, WorkMetrics } from '@cds/work-queue';
import { Registry } from 'prom-client';
import { EntryMoves } from './entry-moves.js';
import type { EntryMover } from './move-entries/entry-mover.js';
import type { Suspects } from './move-entries/suspects.store.js';

describe('how far boards are behind the catches', () => {
  const registry = new Registry();
  const failures: (string | undefined)[] = [];
  const log: WorkLog = {
    event: (_name, fields) => void failures.push((fields?.['err'] as Error | undefined)?.message),
  };
  const background = new BackgroundWork({ log, metrics: new WorkMetrics(new Registry()) });
  let drain = (): Promise<number> => Promise.resolve(0);
  const retryRefused = jest.fn(async () => undefined);
  const mover = { drain: () => drain(), refusedAccounts: 0 };
  const suspects = { retryRefused } as unknown as Suspects;
  const moves = new EntryMoves(mover as unknown as EntryMover, suspects, background, registry);
  beforeAll(() => background.start());
  afterAll(() => background.stop());

  const behind = async (): Promise<number> =>
    (await registry.getSingleMetric('cds_board_moves_behind_seconds')?.get())?.values[0]?.value ?? NaN;
  const run = async (): Promise<void> => {
    moves.wake();
    await new Promise(setImmediate);
  };

  it('is nothing when all changes are applied', async () => {
    await run();
    expect(await behind()).toBe(0);
  });

  it('grows while a run is at it, and after one that failed', async () => {
    let fail: (error: Error) => void = () => undefined;
    drain = () => new Promise((_, reject) => (fail = reject));
    await run();
    const [first, second] = [await behind(), await behind()];
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first);
    fail(new Error('no database'));
    await new Promise(setImmediate);
    expect(await behind()).toBeGreaterThan(second);
  });

  it('is nothing again after a run that comes to an end', async () => {
    drain = () => Promise.resolve(0);
    await run();
    expect(await behind()).toBe(0);
  });

  it('grows while changes of several accounts cannot be applied, and not while those of one cannot', async () => {
    mover.refusedAccounts = 1;
    await run();
    expect(await behind()).toBe(0);
    mover.refusedAccounts = 2;
    await run();
    expect(await behind()).toBeGreaterThan(0);
    expect(failures.at(-1)).toMatch(/^changes of 2 accounts cannot be applied/);
  });

  it('does not count what could not be applied before the process was started', () => {
    expect(retryRefused).toHaveBeenCalledTimes(1);
  });
});
