import { TestClock } from '@cds/testing';
import type { ServiceLogger } from '@cds/service-kit';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { DatabaseClock } from './database-clock.js';

const logger = { event: () => undefined } as unknown as ServiceLogger;
const background = () =>
  new BackgroundWork({ log: { event: () => undefined }, metrics: new WorkMetrics(new Registry()) });

const clockOver = async (query: () => Promise<{ rows: { at: number }[] }>): Promise<Date> => {
  const own = new TestClock('2026-11-22T00:00:00.000Z');
  const clock = new DatabaseClock({ query } as unknown as pg.Pool, own, logger, background());
  await clock.onModuleInit();
  return clock.now();
};

describe('the clock of the database', () => {
  it('counts where this machine’s is wrong', async () => {
    const at = await clockOver(() => Promise.resolve({ rows: [{ at: Date.now() + 3_600_000 }] }));
    expect(Math.abs(at.getTime() - Date.parse('2026-11-22T01:00:00.000Z'))).toBeLessThan(1_000);
  });

  it('is this machine’s where both agree to within a round trip', async () => {
    const at = await clockOver(() => Promise.resolve({ rows: [{ at: Date.now() }] }));
    expect(at).toEqual(new Date('2026-11-22T00:00:00.000Z'));
  });

  it('is this machine’s until the database is there', async () => {
    const at = await clockOver(() => Promise.reject(new Error('away')));
    expect(at).toEqual(new Date('2026-11-22T00:00:00.000Z'));
  });
});
