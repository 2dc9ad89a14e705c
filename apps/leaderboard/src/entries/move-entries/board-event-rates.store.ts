import type { Queryable } from '@cds/postgres';
import { timeOfOne, type WorkLog } from '@cds/work-queue';

/** Events that may be had at once, and how many of them come back in an hour. */
interface Limit {
  readonly burst: number;
  readonly perHour: number;
}

/** For the boards of an account. */
const ALL: Limit = { burst: 20_000, perHour: 7_200 };
/** For what the catches of one other account cause on them. */
const SHARE: Limit = { burst: 5_000, perHour: 1_800 };

/** Events that the catches of an account cause on the boards of an account. */
export interface BoardEventSpending {
  readonly ownerId: string;
  /** Whose catches they are. */
  readonly moverId: string;
  readonly events: number;
}

/** The boards of one account, and the account whose catches move entries on them. */
export type OwnerAndMover = Pick<BoardEventSpending, 'ownerId' | 'moverId'>;

/** Which events they are: a row of `board_event_rates`. */
export const spendingKey = ({ ownerId, moverId }: OwnerAndMover): string =>
  ownerId === moverId ? ownerId : `${ownerId}/${moverId}`;

/**
 * Bounds the events of accounts' own boards. A single catch may move an entry on a hundred boards of each account, with
 * an event of a kilobyte for each, and events are kept for 30 days. Boards have catches of all accounts: what another
 * account causes is bounded to a quarter, so that an import of a million catches leaves events for everybody else. By
 * the generic cell rate algorithm, with the clock of the database.
 */
export class BoardEventRates {
  constructor(private readonly log: WorkLog) {}

  /**
   * Counts events, and returns the keys (`spendingKey`) of those that may be published: the others are not, and do not
   * count for the account whose boards they are of.
   */
  async spend(db: Queryable, spendings: readonly BoardEventSpending[]): Promise<ReadonlySet<string>> {
    if (spendings.length === 0) return new Set();
    const ofOthers = spendings.filter(({ ownerId, moverId }) => ownerId !== moverId);
    const shares = await spendOf(db, 'spend-board-event-shares', SPEND_SHARE, sumsBy(ofOthers, spendingKey));
    const fair = spendings.filter((one) => one.ownerId === one.moverId || shares.has(spendingKey(one)));
    const owners = await spendOf(db, 'spend-board-events', SPEND, sumsBy(fair, ownerOf));
    const within = new Set(fair.filter((one) => owners.has(one.ownerId)).map(spendingKey));
    const leftOut = spendings.filter((one) => !within.has(spendingKey(one)));
    for (const [id, events] of sumsBy(leftOut, ownerOf))
      this.log.event('board_events.left_out', { account_id: id, events }, 'warn');
    return within;
  }
}

const ownerOf = ({ ownerId }: BoardEventSpending): string => ownerId;

const sumsBy = (
  spendings: readonly BoardEventSpending[],
  keyOf: (one: BoardEventSpending) => string,
): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const one of spendings) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.events);
  return sums;
};

/** The keys whose events are within their limit. */
const spendOf = async (
  db: Queryable,
  name: string,
  text: string,
  events: ReadonlyMap<string, number>,
): Promise<ReadonlySet<string>> => {
  if (events.size === 0) return new Set();
  const { rows } = await db.query<{ id: string }>({ name, text, values: [[...events.keys()], [...events.values()]] });
  return new Set(rows.map(({ id }) => id));
};

const spendSql = ({ burst, perHour }: Limit): string => `
  INSERT INTO board_event_rates AS rate (account_id, spent_until)
  SELECT id, clock_timestamp() + events * ${timeOfOne(perHour)}
  FROM unnest($1::text[], $2::int[]) AS spent (id, events) ORDER BY id
  ON CONFLICT (account_id) DO UPDATE
    SET spent_until = greatest(rate.spent_until, clock_timestamp()) + (excluded.spent_until - clock_timestamp())
  WHERE rate.spent_until <= clock_timestamp() + ${timeOfOne(perHour)} * ${burst}
  RETURNING rate.account_id AS id`;

const SPEND = spendSql(ALL);
const SPEND_SHARE = spendSql(SHARE);
