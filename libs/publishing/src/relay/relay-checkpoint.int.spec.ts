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

  it('is beside the newest transaction of its priority, and what was written since another one', async () => {
    expect(await newestOf(log.pool, 'bulk', null, 10)).toEqual({ newest: null, written: 0 });
    await log.beginBulk('newest', 'one');
    const first = await newestOf(log.pool, 'bulk', null, 10);
    expect(first).toEqual({ newest: expect.any(String), written: 0 });
    await log.append('newest-live', 0, 'one');
    expect(await newestOf(log.pool, 'bulk', first.newest, 10)).toEqual(first);
    for (const id of ['newer', 'still-newer', 'last']) await log.beginBulk(id, 'one');
    const last = await newestOf(log.pool, 'bulk', first.newest, 10);
    expect(last.written).toBe(3);
    expect(Number(last.newest)).toBeGreaterThan(Number(first.newest));
    expect((await newestOf(log.pool, 'bulk', first.newest, 2)).written).toBe(2);
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
