import { jest } from '@jest/globals';
import { eventually, TestClock } from '@cds/testing';
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

afterEach(() => jest.restoreAllMocks());

describe('the clock of the database', () => {
  it('counts where this machine’s is wrong', async () => {
    const at = await clockOver(() => Promise.resolve({ rows: [{ at: Date.now() + 3_600_000 }] }));
    expect(Math.abs(at.getTime() - Date.parse('2026-11-22T01:00:00.000Z'))).toBeLessThan(1_000);
  });

  it('is this machine’s where both agree to within a round trip', async () => {
    const at = await clockOver(() => Promise.resolve({ rows: [{ at: Date.now() }] }));
    expect(at).toEqual(new Date('2026-11-22T00:00:00.000Z'));
  });

  it('does not follow a step of this machine’s clock, and is measured again after it', async () => {
    const stepMs = 6 * 86_400_000;
    const now = Date.now.bind(Date);
    let step = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + step);
    let asked = 0;
    const query = () => {
      asked += 1;
      return Promise.resolve({ rows: [{ at: now() }] });
    };
    const work = background();
    const clock = new DatabaseClock({ query } as unknown as pg.Pool, { now: () => new Date(Date.now()) }, logger, work);
    await clock.onModuleInit();
    work.start();
    step = stepMs;
    const differenceMs = () => Math.abs(clock.now().getTime() - now());
    expect(differenceMs()).toBeLessThan(1_000);
    await eventually(() => expect(asked).toBe(2));
    expect(differenceMs()).toBeLessThan(1_000);
    await work.stop();
  });

  it('is this machine’s until the database is there', async () => {
    const at = await clockOver(() => Promise.reject(new Error('away')));
    expect(at).toEqual(new Date('2026-11-22T00:00:00.000Z'));
  });
});
