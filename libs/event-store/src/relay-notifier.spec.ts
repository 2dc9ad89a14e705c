import { jest } from '@jest/globals';
import { eventually } from '@cds/testing';
import type pg from 'pg';
import { RelayNotifier } from './relay-notifier.js';

/** A pool whose answers come when the test says so. */
const heldPool = () => {
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const query = jest.fn(() => new Promise<void>((resolve, reject) => answers.push({ resolve, reject })));
  return { pool: { query } as unknown as pg.Pool, query, next: () => answers.shift() };
};

describe('a waker', () => {
  it('notifies the channel of its relay', () => {
    const { pool, query } = heldPool();
    new RelayNotifier(pool, 'catch').wake();
    expect(query).toHaveBeenCalledWith(expect.objectContaining({ values: ['relay_catch', ''] }));
  });

  it('makes one more round trip of all calls during the first', async () => {
    const { pool, query, next } = heldPool();
    const waker = new RelayNotifier(pool, 'catch');
    for (let call = 0; call < 100; call += 1) waker.wake();
    expect(query).toHaveBeenCalledTimes(1);
    next()?.resolve();
    await eventually(() => expect(query).toHaveBeenCalledTimes(2));
    next()?.resolve();
    await eventually(() => {
      waker.wake();
      expect(query).toHaveBeenCalledTimes(3);
    });
  });

  it('logs a failure and goes on', async () => {
    const { pool, query, next } = heldPool();
    const logger = { warn: jest.fn() };
    const waker = new RelayNotifier(pool, 'catch', { logger });
    waker.wake();
    next()?.reject(new Error('away'));
    await eventually(() => expect(logger.warn).toHaveBeenCalledTimes(1));
    expect(logger.warn).toHaveBeenCalledWith(expect.objectContaining({ channel: 'relay_catch' }), 'relay.wake_failed');
    waker.wake();
    await eventually(() => expect(query).toHaveBeenCalledTimes(2));
  });

  it('wakes the relay of its own process directly while that leads', () => {
    const { pool, query } = heldPool();
    const relay = { leads: true, isLeading: () => relay.leads, wake: jest.fn() };
    const waker = new RelayNotifier(pool, 'catch', { relay });
    waker.wake();
    expect([relay.wake.mock.calls.length, query.mock.calls.length]).toEqual([1, 0]);
    relay.leads = false;
    waker.wake();
    expect([relay.wake.mock.calls.length, query.mock.calls.length]).toEqual([1, 1]);
  });

  it('refuses a name that makes no channel', () => {
    expect(() => new RelayNotifier(heldPool().pool, 'Not; a name')).toThrow('Not a name for a relay');
  });
});
