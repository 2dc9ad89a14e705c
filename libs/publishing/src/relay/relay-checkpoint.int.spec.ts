import { EventLog } from '@cds/event-store/testing';
import { advanceCheckpoint, measurePending, newestOf, openCheckpoint } from './relay-checkpoint.js';

let log: EventLog;
beforeAll(async () => {
  log = await EventLog.create();
});
afterEach(() => log.clear());
afterAll(() => log.drop());

/** A transaction id that the server has given already. */
const GIVEN = 3n;

describe('a checkpoint', () => {
  it('is the start of the log until it is moved', async () => {
    expect(await openCheckpoint(log.pool, 'notes', 'live')).toEqual({ transactionId: 0n, position: 0n });
    await advanceCheckpoint(log.pool, 'notes', 'live', { transactionId: GIVEN, position: 7n });
    expect(await openCheckpoint(log.pool, 'notes', 'live')).toEqual({ transactionId: GIVEN, position: 7n });
    expect(await openCheckpoint(log.pool, 'others', 'live')).toEqual({ transactionId: 0n, position: 0n });
  });

  it.each([
    ['the same place', GIVEN, 7n],
    ['a smaller position', GIVEN, 6n],
    ['an older transaction', GIVEN - 1n, 8n],
  ])('is not moved to %s', async (_, transactionId, position) => {
    await openCheckpoint(log.pool, 'notes', 'live');
    await advanceCheckpoint(log.pool, 'notes', 'live', { transactionId: GIVEN, position: 7n });
    await expect(advanceCheckpoint(log.pool, 'notes', 'live', { transactionId, position })).rejects.toThrow(
      'Another relay moved the checkpoint',
    );
    expect(await openCheckpoint(log.pool, 'notes', 'live')).toEqual({ transactionId: GIVEN, position: 7n });
  });

  it('of another cluster is refused', async () => {
    await openCheckpoint(log.pool, 'notes', 'live');
    await advanceCheckpoint(log.pool, 'notes', 'live', { transactionId: 1_000_000_000_000n, position: 7n });
    await expect(openCheckpoint(log.pool, 'notes', 'live')).rejects.toThrow('restored from another cluster');
  });

  it('of one priority moves by itself, and has what is of its priority pending', async () => {
    await log.beginBulk('bulk', 'one');
    await openCheckpoint(log.pool, 'notes', 'live');
    await openCheckpoint(log.pool, 'notes', 'bulk');
    await advanceCheckpoint(log.pool, 'notes', 'live', { transactionId: GIVEN, position: 7n });
    expect(await openCheckpoint(log.pool, 'notes', 'bulk')).toEqual({ transactionId: 0n, position: 0n });
    const start = { transactionId: 0n, position: 0n };
    expect([
      (await measurePending(log.pool, 'live', start)).pending,
      (await measurePending(log.pool, 'bulk', start)).pending,
    ]).toEqual([0, 1]);
  });

  it('is beside the newest transaction of its priority, which only such an event moves', async () => {
    expect(await newestOf(log.pool, 'bulk')).toBeNull();
    await log.beginBulk('newest', 'one');
    const newest = await newestOf(log.pool, 'bulk');
    await log.append('newest-live', 0, 'one');
    expect(await newestOf(log.pool, 'bulk')).toBe(newest);
    await log.beginBulk('newer', 'one');
    expect(Number(await newestOf(log.pool, 'bulk'))).toBeGreaterThan(Number(newest));
  });

  it('has everything behind it pending', async () => {
    await log.append('a', 0, 'one', 'two');
    expect(await measurePending(log.pool, 'live', { transactionId: 0n, position: 0n })).toEqual({
      pending: 2,
      oldestPendingMs: expect.any(Number),
    });
    expect(await measurePending(log.pool, 'live', { transactionId: 1_000_000_000_000n, position: 0n })).toEqual({
      pending: 0,
      oldestPendingMs: null,
    });
  });
});
