import type pg from 'pg';
import { type Attempt, AttemptLog } from './attempt-log.js';

const attempt: Attempt = {
  id: 'att_1',
  messageId: 'msg_1',
  messageEventId: 'evt_1',
  type: 'catch.created',
  endpointId: 'we_1',
  earlierAttempts: 0,
  queuedAt: null,
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

/** A pool, and how many attempts each statement stores. */
const poolCounting = (): { pool: pg.Pool; counts: number[] } => {
  const counts: number[] = [];
  const query = ({ values }: { values: readonly string[] }): Promise<unknown> => {
    counts.push((JSON.parse(values[0] ?? '[]') as unknown[]).length);
    return Promise.resolve({});
  };
  const client = { query, release: () => undefined };
  return { pool: { connect: () => Promise.resolve(client) } as unknown as pg.Pool, counts };
};

describe('attempts that end together', () => {
  it.each([
    ['short answers', { headers: {}, body: 'ok' }, [40]],
    ['long bodies', { headers: {}, body: 'é'.repeat(32_768) }, [15, 15, 10]],
    ['long headers', { headers: { note: 'x'.repeat(50_000) }, body: 'ok' }, [19, 19, 2]],
  ])('with %s are stored in statements of so many bytes', async (_what, said, expected) => {
    const { pool, counts } = poolCounting();
    const log = new AttemptLog(pool);
    const outcome = { answer: { status: 200, ...said }, error: null, durationMs: 1 };
    await Promise.all(Array.from({ length: 40 }, (_, at) => log.add({ ...attempt, messageId: `msg_${at}`, outcome })));
    expect(counts).toEqual(expected);
  });
});

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
