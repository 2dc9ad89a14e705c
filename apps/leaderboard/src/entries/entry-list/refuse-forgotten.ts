import type { Queryable } from '@cds/postgres';
import { throwIfAny } from '@cds/validation';
import { KEPT_AND_SHOWN } from '../rankings/entries-since.sql.js';

/**
 * Fails with `request.invalid` where a board had entries at a time at which no ranking is known of it: an empty list
 * would be wrong.
 */
export const refuseForgotten = async (db: Queryable, boardId: string, at: Date): Promise<void> => {
  const { rows } = await db.query<{ kept_from: Date }>(KEPT_FROM, [boardId, at.toISOString()]);
  const detail = (from: Date): string =>
    `must not be before ${from.toISOString()}: what this board showed then is no longer kept`;
  throwIfAny({
    invalid: rows.map((row) => ({ parameter: 'as_of', code: 'too_small', detail: detail(row.kept_from) })),
  });
};

const KEPT_FROM = `
  SELECT past.kept_from FROM boards AS board CROSS JOIN LATERAL (${KEPT_AND_SHOWN}) AS past
  WHERE board.id = $1 AND past.entries_since <= $2::timestamptz AND past.kept_from > $2::timestamptz`;
