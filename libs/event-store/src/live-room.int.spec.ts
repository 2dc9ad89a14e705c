import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventLog } from '../testing/event-log.js';
import { hasLiveRoom, LIVE_BURST } from './live-room.js';

let log: EventLog;
beforeAll(async () => {
  log = await EventLog.create();
});
afterEach(() => log.clear());
afterAll(() => log.drop());

const AT = new Date('2026-05-01T08:00:00.000Z');
/** The burst lasts for four seconds. */
const PER_SECOND = LIVE_BURST / 4;

const written = (count: number, secondsAgo: number, lane = 0): Promise<unknown> =>
  log.pool.query(
    `INSERT INTO events (stream_id, version, event_id, type, data, transaction_id, lane, metadata, occurred_at)
     SELECT gen_random_uuid(), 1, 'e', 'Noted', '{}', pg_current_xact_id()::text::bigint, $2, '{}', $3
     FROM generate_series(1, $1)`,
    [count, lane, new Date(AT.getTime() - secondsAgo * 1_000)],
  );

const hasRoom = (events: number, perSecond = PER_SECOND): Promise<boolean> =>
  hasLiveRoom(log.pool, { events, at: AT, perSecond });

describe('a log has room for live events', () => {
  it('while it is empty, up to the burst', async () => {
    expect(await hasRoom(LIVE_BURST)).toBe(true);
    expect(await hasRoom(LIVE_BURST + 1)).toBe(false);
  });

  it('until it got the burst, these events included', async () => {
    await written(LIVE_BURST - 10, 1);
    expect(await hasRoom(10)).toBe(true);
    expect(await hasRoom(11)).toBe(false);
  });

  it('again when the live events before are as old as their number takes at the rate', async () => {
    await written(LIVE_BURST, 4);
    expect(await hasRoom(LIVE_BURST)).toBe(true);
    expect(await hasRoom(1, PER_SECOND / 2)).toBe(false);
  });

  it('whatever bulk events it got', async () => {
    await written(LIVE_BURST, 0, 1);
    expect(await hasRoom(LIVE_BURST)).toBe(true);
  });

  it('by the newest of its live events alone', async () => {
    await written(LIVE_BURST, 60);
    await written(10, 1);
    expect(await hasRoom(LIVE_BURST - 10)).toBe(true);
    expect(await hasRoom(LIVE_BURST - 9)).toBe(false);
  });
});
