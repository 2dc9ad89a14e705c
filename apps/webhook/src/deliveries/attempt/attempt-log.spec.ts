import type pg from 'pg';
import { type Attempt, AttemptLog } from './attempt-log.js';

const attempt: Attempt = {
  id: 'att_1',
  messageId: 'msg_1',
  messageEventId: 'evt_1',
  type: 'catch.created',
  endpointId: 'we_1',
  earlierAttempts: 0,
  isCounted: true,
  startedAt: new Date(0),
  endedAt: new Date(0),
  requestHeaders: {},
  outcome: { answer: null, error: 'timeout', durationMs: 1 },
  disposition: { status: 'failed' },
  disableIfFailingSince: new Date(0),
};

const poolFailing = (...codes: string[]): { pool: pg.Pool; count: () => number } => {
  let count = 0;
  const query = (): Promise<unknown> => {
    const code = codes[count];
    count += 1;
    return code === undefined ? Promise.resolve({}) : Promise.reject(Object.assign(new Error(code), { code }));
  };
  const client = { query, release: () => undefined };
  return { pool: { connect: () => Promise.resolve(client) } as unknown as pg.Pool, count: () => count };
};

describe('an attempt', () => {
  it('is stored once the database is back', async () => {
    const { pool, count } = poolFailing('57P01', 'ECONNREFUSED');
    await new AttemptLog(pool).add(attempt);
    expect(count()).toBe(3);
  });

  it('that the database refuses is not tried again', async () => {
    const { pool, count } = poolFailing('22P02');
    await expect(new AttemptLog(pool).add(attempt)).rejects.toThrow('22P02');
    expect(count()).toBe(1);
  });
});
