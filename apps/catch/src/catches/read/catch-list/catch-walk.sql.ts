import { allOf, type Sql, SqlValues } from '@cds/postgres';
import { CATCH_COLUMNS, NAMED_CATCH_COLUMNS } from './catch-columns.js';
import type { CatchFilter } from './catch-filter.js';
import { catchTerms } from './catch-filter.sql.js';

const COLUMNS = CATCH_COLUMNS.join(', ');

/**
 * Of whom the catch says something: its angler, and those whose it was before. Of a catch that was changed often the
 * last snapshot names them, and there are few events after it.
 */
const SAID_OF = `CASE WHEN c.version > 1 THEN ARRAY(
  WITH known AS (SELECT version, person_ids FROM stream_snapshots WHERE stream_id = c.id ORDER BY version DESC LIMIT 1)
  SELECT unnest(person_ids) FROM known
  UNION SELECT person_id FROM events
  WHERE stream_id = c.id AND personal IS NOT NULL AND version > coalesce((SELECT version FROM known), 0)) END`;

/** The rows after one id, and up to another where there is one. */
export interface IdRange {
  readonly afterId: string;
  readonly toId?: string | undefined;
}

/**
 * The matches among the first `window` rows of a range, each with its angler's name. Each row also says how many rows
 * were looked at and the id of the last one; where nothing matches there is one row with only these two. The cost does
 * not depend on how much matches.
 */
export const walkSql = (filter: CatchFilter, { afterId, toId }: IdRange, window: number): Sql => {
  const values = new SqlValues();
  const range = [`id > ${values.add(afterId)}`, ...(toId === undefined ? [] : [`id <= ${values.add(toId)}`])];
  return {
    text: `WITH walked AS MATERIALIZED (SELECT ${COLUMNS} FROM catches WHERE ${allOf(range)}
      ORDER BY id LIMIT ${Math.trunc(window)})
SELECT w.walked, w.last_id, ${NAMED_CATCH_COLUMNS}, ${SAID_OF} AS said_of
FROM (SELECT count(*)::int AS walked, max(id) AS last_id FROM walked) w
LEFT JOIN (SELECT ${COLUMNS} FROM walked WHERE ${allOf(catchTerms(filter, values, 'walked'))}) c ON true LEFT
  JOIN anglers a ON a.id = c.angler_id ORDER BY c.id`,
    values: values.values,
  };
};
