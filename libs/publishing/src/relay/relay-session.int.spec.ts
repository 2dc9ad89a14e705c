import { EventLog } from '@cds/event-store/testing';
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
