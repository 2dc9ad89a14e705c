import { EventLog } from '@cds/event-store/testing';
import { FreezingProxy } from '@cds/testing';
import { RelaySession } from './relay-session.js';

let log: EventLog;
beforeAll(async () => {
  log = await EventLog.create();
});
afterAll(() => log.drop());

test('the session of a relay has JIT off where the server has it on', async () => {
  await log.pool.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET jit = on', current_database()); END $$`);
  const session = await RelaySession.open({ connectionString: log.url }, 'test');
  const { rows } = await session.use((db) => db.query<{ jit: string }>("SELECT current_setting('jit') AS jit"));
  await session.close();
  expect(rows).toEqual([{ jit: 'off' }]);
});

test('a connection that is silent is lost with the first query, and those that wait for it fail at once', async () => {
  const proxy = await FreezingProxy.to(log.url);
  try {
    const connection = { connectionString: proxy.url, query_timeout: 200 };
    const session = await RelaySession.open(connection, 'test');
    proxy.freeze();
    let sent = 0;
    const use = () =>
      session.use((db) => {
        sent += 1;
        return db.query('SELECT 1');
      });
    const outcomes = await Promise.allSettled([use(), use(), use()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect([sent, session.lost.aborted]).toEqual([1, true]);
    await session.close();
  } finally {
    await proxy.close();
  }
});
