import { createPool } from '@cds/postgres';
import { testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { countWaiting } from '../src/deliveries/waiting-messages.query.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('webhook');
  pool = createPool(database.url, { applicationName: 'tests', max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('TRUNCATE pending_messages, endpoints CASCADE'));

const NOW = new Date('2026-06-01T12:00:00.000Z');
const minutesFromNow = (minutes: number): Date => new Date(NOW.getTime() + 60_000 * minutes);

/** An endpoint; `slotAt` is the end of the last slot of its rate. */
const endpoint = async (id: string, { rate, slotAt }: { rate?: number; slotAt?: Date } = {}): Promise<void> => {
  await pool.query(
    `INSERT INTO endpoints (id, account_id, url, event_types, secret, created_at, updated_at, max_rate_per_second,
      next_slot_at) VALUES ($1, 'acc_1', 'https://a.example', '{*}', 'sealed', $2, $2, $3, $4)`,
    [id, NOW, rate ?? null, slotAt ?? null],
  );
};

interface Queued {
  readonly minutes: number;
  readonly subject?: string;
  readonly sequence?: number;
}

/** Messages of an endpoint; `minutes` from now until they are due. */
const queue = async (endpointId: string, ...messages: Queued[]): Promise<void> => {
  for (const [index, { minutes, subject = 'catch_1', sequence }] of messages.entries())
    await pool.query(
      `INSERT INTO pending_messages (message_id, endpoint_id, event_id, type, subject, sequence, next_attempt_at,
        due_at, created_at) VALUES ($1, $2, $1, 'catch.updated', $3, $4, $5, $5, $5)`,
      [`msg_${endpointId}_${index}`, endpointId, subject, sequence ?? null, minutesFromNow(minutes)],
    );
};

const waiting = () => countWaiting(pool, NOW);

describe('messages that wait', () => {
  it('are none in an empty queue', async () => {
    expect(await waiting()).toEqual({ now: 0, held: 0, later: 0 });
  });

  it('are due now, or later when an attempt has failed or is under way', async () => {
    await endpoint('we_1');
    await queue('we_1', { minutes: -1 }, { minutes: -2 }, { minutes: 5 });
    expect(await waiting()).toEqual({ now: 2, held: 0, later: 1 });
  });

  it('are held while an earlier one of their subject waits for its next attempt', async () => {
    await endpoint('we_1');
    const behind = [2, 3, 4].map((sequence) => ({ minutes: -1, subject: 'catch_1', sequence }));
    await queue('we_1', { minutes: 300, sequence: 1 }, ...behind, { minutes: -1, subject: 'catch_2', sequence: 5 });
    expect(await waiting()).toEqual({ now: 1, held: 3, later: 1 });
  });

  it('are due now at the head of their subject, and held behind it', async () => {
    await endpoint('we_1');
    await queue('we_1', ...[1, 2, 3].map((sequence) => ({ minutes: -1, sequence })));
    expect(await waiting()).toEqual({ now: 1, held: 2, later: 0 });
  });

  it('are those of one subject for each endpoint that has it', async () => {
    await endpoint('we_1');
    await endpoint('we_2');
    await queue('we_1', { minutes: 300, sequence: 1 }, { minutes: -1, sequence: 2 });
    await queue('we_2', { minutes: -1, sequence: 2 });
    expect(await waiting()).toEqual({ now: 1, held: 1, later: 1 });
  });

  it('are held by the rate at which their endpoint is sent to, and due now once it is not', async () => {
    await endpoint('we_1', { rate: 1, slotAt: minutesFromNow(-0.5) });
    await endpoint('we_2', { rate: 1, slotAt: minutesFromNow(-5) });
    await queue('we_1', { minutes: -1 }, { minutes: -1 }, { minutes: 1 });
    await queue('we_2', { minutes: -1 });
    expect(await waiting()).toEqual({ now: 1, held: 2, later: 1 });
  });
});

describe('more messages than are counted', () => {
  it('are counted up to the limit, without reading those of each subject for each of them', async () => {
    await endpoint('we_1');
    await pool.query(
      `INSERT INTO pending_messages (message_id, endpoint_id, event_id, type, subject, sequence, next_attempt_at,
        due_at, created_at)
        SELECT 'msg_' || n, 'we_1', 'evt_' || n, 'catch.updated', 'catch_' || n % 1000, n, $1, $1, $1
        FROM generate_series(1, 100001) AS n`,
      [minutesFromNow(-1)],
    );
    const { now, held, later } = await waiting();
    expect({ all: now + held, isHeld: held >= 99_000, later }).toEqual({ all: 100_000, isHeld: true, later: 0 });
  });
});
