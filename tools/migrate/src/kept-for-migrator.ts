import type pg from 'pg';

/**
 * How the comment on a table or function begins that stays with the role that runs the migrations; what the role of the
 * service may do with it follows, such as `migrator: SELECT, INSERT`.
 */
export const MIGRATORS = 'migrator:';

/** Makes the migrator own what is kept for it, and gives `role` the rights that its comment names and no others. */
export const keepForMigrator = async (client: pg.Client, role: string): Promise<void> => {
  const { rows } = await client.query<{ statement: string }>(STATEMENTS, [role]);
  for (const { statement } of rows) await client.query(statement);
};

// One statement is one transaction: nothing is without its rights in between. Sequences of columns are of their table.
const STATEMENTS = `
WITH kept AS (
  SELECT 'TABLE' AS kind, c.oid::regclass::text AS name, obj_description(c.oid, 'pg_class') AS comment
  FROM pg_class AS c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
  UNION ALL
  SELECT 'ROUTINE', p.oid::regprocedure::text, obj_description(p.oid, 'pg_proc')
  FROM pg_proc AS p WHERE p.pronamespace = 'public'::regnamespace
)
SELECT format('ALTER %1$s %2$s OWNER TO CURRENT_USER; REVOKE ALL ON %1$s %2$s FROM PUBLIC, %3$I', kind, name, $1::text)
  || CASE WHEN granted = '' THEN '' ELSE format('; GRANT %s ON %s %s TO %I', granted, kind, name, $1::text) END
  AS statement
FROM kept, LATERAL (SELECT trim(substr(kept.comment, length('${MIGRATORS}') + 1)) AS granted) AS named
WHERE kept.comment LIKE '${MIGRATORS}%'
ORDER BY kind, name`;
