import { jest } from '@jest/globals';
import { ReadinessRegistry } from './readiness.registry.js';

test('all checks that pass make the service ready', async () => {
  const registry = new ReadinessRegistry();
  registry.add('database', async () => {});
  registry.add('names', () => {});
  expect(await registry.read()).toEqual({
    status: 'ready',
    checks: { database: { status: 'ok' }, names: { status: 'ok' } },
  });
});

test('what a check returns is shown as its details', async () => {
  const registry = new ReadinessRegistry();
  registry.add('gaps', () => Promise.resolve({ gaps: ['catch.events'] }));
  expect(await registry.read()).toEqual({
    status: 'ready',
    checks: { gaps: { status: 'ok', details: { gaps: ['catch.events'] } } },
  });
});

test('one that fails is named, beside those that pass', async () => {
  const registry = new ReadinessRegistry();
  registry.add('database', () => Promise.reject(new Error('away')));
  registry.add('names', () => {
    throw new Error('not loaded');
  });
  registry.add('disk', () => {});
  expect(await registry.read()).toEqual({
    status: 'not-ready',
    checks: {
      database: { status: 'failed', error: 'away' },
      names: { status: 'failed', error: 'not loaded' },
      disk: { status: 'ok' },
    },
  });
});

test('one that does not answer within 2 seconds fails', async () => {
  jest.useFakeTimers();
  const registry = new ReadinessRegistry();
  registry.add('database', () => new Promise<void>(() => {}));
  const read = registry.read();
  await jest.advanceTimersByTimeAsync(2_000);
  expect((await read).checks['database']).toEqual({ status: 'failed', error: 'no answer within 2000 ms' });
  jest.useRealTimers();
});

test('a service that drains is not ready whatever works', async () => {
  const registry = new ReadinessRegistry();
  registry.drain();
  expect(await registry.read()).toEqual({ status: 'draining', checks: {} });
});

describe('for anybody', () => {
  test('a check runs once a second, however many ask, and says neither reason nor details', async () => {
    const check = jest.fn(() => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432')));
    const registry = new ReadinessRegistry();
    registry.add('database', check);
    registry.add('gaps', () => ({ gaps: ['catch.events'] }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => registry.readRecent()));
    answers.push(await registry.readRecent());
    expect(check).toHaveBeenCalledTimes(1);
    for (const answer of answers)
      expect(answer).toEqual({
        status: 'not-ready',
        checks: { database: { status: 'failed' }, gaps: { status: 'ok' } },
      });
  });

  test('a service that drains says so at once', async () => {
    const registry = new ReadinessRegistry();
    expect((await registry.readRecent()).status).toBe('ready');
    registry.drain();
    expect((await registry.readRecent()).status).toBe('draining');
  });

  test('what fails, or no longer does, is reported once with its reason', async () => {
    const registry = new ReadinessRegistry();
    const reports: object[] = [];
    let isAway = true;
    registry.onChange((failed) => void reports.push(failed));
    registry.add('database', () => {
      if (isAway) throw new Error('away');
    });
    await registry.read();
    await registry.read();
    isAway = false;
    await registry.read();
    expect(reports).toEqual([{ database: { status: 'failed', error: 'away' } }, {}]);
  });
});
