/** In what time an account gets one of `perHour` back, as SQL of an interval. */
export const timeOfOne = (perHour: number): string => `interval '1 hour' / ${perHour}`;

/** Deletes the rates of at most $1 accounts that have spent nothing. */
export const forgetRates = (table: 'board_change_rates' | 'board_event_rates'): string => `
  DELETE FROM ${table} WHERE account_id IN (
    SELECT account_id FROM ${table} WHERE spent_until < now() LIMIT $1 FOR UPDATE SKIP LOCKED
  )`;
