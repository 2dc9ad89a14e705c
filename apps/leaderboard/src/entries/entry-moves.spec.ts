import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import { Registry } from 'prom-client';
import { EntryMoves } from './entry-moves.js';
import type { EntryMover } from './move-entries/entry-mover.js';

describe('how far boards are behind the catches', () => {
  const registry = new Registry();
  const background = new BackgroundWork({ log: { event: () => undefined }, metrics: new WorkMetrics(new Registry()) });
  let drain = (): Promise<number> => Promise.resolve(0);
  const moves = new EntryMoves({ drain: () => drain() } as unknown as EntryMover, background, registry);
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
});
