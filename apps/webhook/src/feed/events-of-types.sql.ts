/** Which events are read of some types, as SQL of the relation `event`. */
export interface EventsOfTypes {
  /** An array of types. */
  readonly types: string;
  readonly whose: 'event.account_id = $1' | 'event.account_id IS NULL';
  /** Transaction id and position of the place before or after which they stand. */
  readonly place: string;
  readonly where: string;
  /** In the text: as a parameter the planner would guess a tenth of the table, and sort all of it. */
  readonly limit: number;
  readonly columns: readonly string[];
}

/** The last events of each of some types before a place. */
export const newestOfTypes = (events: EventsOfTypes): string => ofTypes(events, '<', '>=', 'DESC');

/** The first events of each of some types after a place. */
export const oldestOfTypes = (events: EventsOfTypes): string => ofTypes(events, '>', '<=', 'ASC');

// The type is compared as a part of the place, and the order names the account and the type: only the index that has
// both gives this order. By an order of transactions alone, the planner would also take an index without the type, and
// read all events to find those of a rare one.
const ofTypes = (
  { types, whose, place, where, limit, columns }: EventsOfTypes,
  beyond: '<' | '>',
  within: '<=' | '>=',
  direction: 'ASC' | 'DESC',
): string => {
  const selected = columns.map((column) => `event.${column}`).join(', ');
  const order = INDEX.map((column) => `event.${column} ${direction}`).join(', ');
  return `
  SELECT ${selected} FROM unnest((SELECT ${types}::text[])) AS wanted (type) CROSS JOIN LATERAL (
    SELECT ${selected} FROM webhook_events AS event
    WHERE ${whose} AND (event.type, event.transaction_id, event.position) ${beyond} (wanted.type, ${place})
      AND event.type ${within} wanted.type AND ${where}
    ORDER BY ${order} LIMIT ${limit}
  ) AS event`;
};

const INDEX = ['account_id', 'type', 'transaction_id', 'position'] as const;
