import { allOf, type Sql, SqlValues } from '@cds/postgres';
import { CATCH_COLUMNS, NAMED_CATCH_COLUMNS } from './catch-columns.js';
import type { CatchFilter } from './catch-filter.js';
import { catchTerms } from './catch-filter.sql.js';

const COLUMNS = CATCH_COLUMNS.join(', ');

/**
 * The rows that fit among the `window` that follow an id, each with its angler's name; and on each, or on one that is
 * empty but for that, how many rows were looked at and the last one's id. Costs the same whatever the filter lets
 * through.
 */
export const walkSql = (filter: CatchFilter, afterId: string, window: number): Sql => {
  const values = new SqlValues();
  const after = values.add(afterId);
  return {
    text: `WITH walked AS MATERIALIZED (SELECT ${COLUMNS} FROM catches WHERE id > ${after}
      ORDER BY id LIMIT ${Math.trunc(window)})
SELECT w.walked, w.last_id, ${NAMED_CATCH_COLUMNS}
FROM (SELECT count(*)::int AS walked, max(id) AS last_id FROM walked) w
LEFT JOIN (SELECT ${COLUMNS} FROM walked WHERE ${allOf(catchTerms(filter, values, 'walked'))}) c ON true LEFT
  JOIN anglers a ON a.id = c.angler_id ORDER BY c.id`,
    values: values.values,
  };
};
