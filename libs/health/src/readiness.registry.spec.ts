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
