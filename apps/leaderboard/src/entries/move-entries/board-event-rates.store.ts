import { timeOfOne } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import type { WorkLog } from '@cds/work-queue';

/** Events that the boards of an account may have at once, and how many of them it gets back in an hour. */
const BURST = 20_000;
const PER_HOUR = 7_200;

/**
 * Bounds the events of accounts' own boards. A single catch may move an entry on a hundred boards of each account, with
 * an event of a kilobyte for each, and events are kept for 30 days. By the generic cell rate algorithm, with the clock
 * of the database.
 */
export class BoardEventRates {
  constructor(private readonly log: WorkLog) {}

  /**
   * Counts events of accounts, and returns the accounts whose events may be published: those of the others are not, and
   * do not count.
   */
  async spend(db: Queryable, events: ReadonlyMap<string, number>): Promise<ReadonlySet<string>> {
    if (events.size === 0) return new Set();
    const accounts = [...events.keys()].sort();
    const values = [accounts, accounts.map((id) => events.get(id) ?? 0)];
    const { rows } = await db.query<{ id: string }>({ name: 'spend-board-events', text: SPEND, values });
    const within = new Set(rows.map(({ id }) => id));
    for (const id of accounts.filter((one) => !within.has(one)))
      this.log.event('board_events.left_out', { account_id: id, events: events.get(id) }, 'warn');
    return within;
  }
}

const STEP = timeOfOne(PER_HOUR);

const SPEND = `
  INSERT INTO board_event_rates AS rate (account_id, spent_until)
  SELECT id, clock_timestamp() + events * ${STEP} FROM unnest($1::text[], $2::int[]) AS spent (id, events) ORDER BY id
  ON CONFLICT (account_id) DO UPDATE
    SET spent_until = greatest(rate.spent_until, clock_timestamp()) + (excluded.spent_until - clock_timestamp())
  WHERE rate.spent_until <= clock_timestamp() + ${STEP} * ${BURST}
  RETURNING rate.account_id AS id`;
