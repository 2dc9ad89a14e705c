import { type Clock, newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import { Registry } from 'prom-client';
import { PartitionKeeper } from '../src/partitions/partition-keeper.js';
import { WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
beforeAll(async () => {
  app = await WebhookHarness.start();
});
afterAll(() => app.stop());

const keep = async (): Promise<void> => {
  for (const copy of app.copies) await copy.app.get(PartitionKeeper).keep();
};

const partitionsOf = async (table: string): Promise<string[]> => {
  const { rows } = await app.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid
      WHERE inhparent = $1::text::regclass ORDER BY relname`,
    [table],
  );
  return rows.map(({ name }) => name);
};

const DAY_MS = 86_400_000;
const nameOf = (days: number): string =>
  `webhook_events_${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** Stores an event whose id was made so many days from now, and returns the id and where it is. */
const store = async (days: number): Promise<{ id: string; partition: string }> => {
  const { rows } = await app.pool.query<{ id: string; partition: string }>(
    `INSERT INTO webhook_events (id, transaction_id, occurred_at, stored_at, type, subject, payload)
      VALUES (first_id_at('evt', now() + make_interval(days => $1)) || $2, 1, now(), now(), 'ping', 'we_1', '{}')
      RETURNING id, tableoid::regclass::text AS partition`,
    [days, newId('event').slice(-16)],
  );
  if (!rows[0]) throw new Error('an event that was inserted is returned');
  return rows[0];
};

const isStored = async ({ id }: { id: string }): Promise<boolean> =>
  (await app.pool.query('SELECT FROM webhook_events WHERE id = $1', [id])).rowCount === 1;

describe('the partitions of a table', () => {
  it('are there for the next days, made by one of several copies', async () => {
    await app.addCopy();
    for (const day of [6, 7]) await app.pool.query(`DROP TABLE IF EXISTS ${nameOf(day)}`);
    await eventually(async () => {
      await Promise.all([keep(), keep()]);
      const names = await partitionsOf('webhook_events');
      for (let day = 0; day <= 7; day++) expect(names).toContain(nameOf(day));
    });
    expect((await store(7)).partition).toBe(nameOf(7));
  });

  it('have room for updates where rows are updated', async () => {
    const day = nameOf(7).replace('webhook_events', 'webhook_messages');
    await app.pool.query(`DROP TABLE ${day}`);
    await eventually(async () => {
      await keep();
      const { rows } = await app.pool.query<{ name: string; options: string }>(
        `SELECT relname AS name, array_to_string(reloptions, ' ') AS options FROM pg_inherits
          JOIN pg_class ON oid = inhrelid WHERE inhparent = 'webhook_messages'::regclass`,
      );
      expect(rows.map(({ name }) => name)).toContain(day);
      expect(new Set(rows.map(({ options }) => options))).toEqual(new Set(['fillfactor=70']));
    });
  });

  it('are dropped with their rows when their day ended 30 days ago, and not before', async () => {
    const day = (ago: number): string =>
      `CREATE TABLE IF NOT EXISTS ${nameOf(-ago)} PARTITION OF webhook_events FOR VALUES
        FROM (first_id_at('evt', date_trunc('day', now(), 'UTC') - interval '${ago} days'))
        TO (first_id_at('evt', date_trunc('day', now(), 'UTC') - interval '${ago - 1} days'))`;
    for (const ago of [30, 31, 32]) await app.pool.query(day(ago));
    const [kept, old] = [await store(-30), await store(-32)];
    expect([kept.partition, old.partition]).toEqual([nameOf(-30), nameOf(-32)]);
    await eventually(async () => {
      await keep();
      const names = await partitionsOf('webhook_events');
      expect(names).toContain(nameOf(-30));
      expect(names).not.toContain(nameOf(-32));
      expect(await isStored(kept)).toBe(true);
      expect(await isStored(old)).toBe(false);
      expect((await app.pool.query('SELECT to_regclass($1) AS table', [nameOf(-32)])).rows).toEqual([{ table: null }]);
    });
  });

  it('are not dropped, nor rows without one deleted, by a copy whose clock is ahead', async () => {
    const ahead = { now: () => new Date(Date.now() + 400 * DAY_MS) } as Clock;
    const reports = { log: { event: () => undefined }, metrics: new WorkMetrics(new Registry()) };
    const keeper = new PartitionKeeper(app.pool, ahead, new BackgroundWork(reports));
    const [today, stray] = [await store(0), await store(120)];
    await keeper.keep();
    expect([await isStored(today), await isStored(stray)]).toEqual([true, true]);
  });

  it('leave a row without a partition in the default one, until its time is over', async () => {
    const [ahead, old] = [await store(90), await store(-90)];
    expect([ahead.partition, old.partition]).toEqual(['webhook_events_default', 'webhook_events_default']);
    await keep();
    expect(await isStored(ahead)).toBe(true);
    expect(await isStored(old)).toBe(false);
  });

  it('are not made for a day that has rows in the default one already', async () => {
    await app.pool.query(`DROP TABLE ${nameOf(5)}`);
    const early = await store(5);
    expect(early.partition).toBe('webhook_events_default');
    await eventually(async () => {
      await keep();
      const names = await partitionsOf('webhook_events');
      expect(names).not.toContain(nameOf(5));
      expect(names).toContain(nameOf(6));
      expect(await isStored(early)).toBe(true);
    });
  });
});
