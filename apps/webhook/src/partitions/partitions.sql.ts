// The name of a partition ends with its day in UTC, such as `webhook_events_20261123`.
const PARTITIONS = `
SELECT partition.relname AS name, to_date(right(partition.relname, 8), 'YYYYMMDD') AS day
FROM pg_inherits JOIN pg_class AS partition ON partition.oid = pg_inherits.inhrelid
WHERE pg_inherits.inhparent = $1::text::regclass AND partition.relname ~ '_[0-9]{8}$'`;

/** `$1` is a table, `$2` the prefix of its ids, `$3` a time, and `$4` how many days after it are wanted. */
export const MISSING = `
SELECT wanted.name, first_id_at($2, wanted.day::timestamp AT TIME ZONE 'UTC') AS "from",
  first_id_at($2, (wanted.day + 1)::timestamp AT TIME ZONE 'UTC') AS "to"
FROM (SELECT ($1::text || '_' || to_char(day, 'YYYYMMDD')) AS name, day::date AS day
  FROM generate_series(($3::timestamptz AT TIME ZONE 'UTC')::date,
    ($3::timestamptz AT TIME ZONE 'UTC')::date + $4::int, interval '1 day') AS day) AS wanted
WHERE wanted.name NOT IN (SELECT name FROM (${PARTITIONS}) AS partitions)
ORDER BY wanted.day`;

/** Partitions of `$1` whose day was over `$3` days before the time `$2`. */
export const OUTDATED = `
SELECT name FROM (${PARTITIONS}) AS partitions
WHERE (day + 1)::timestamp AT TIME ZONE 'UTC' <= $2::timestamptz - make_interval(days => $3::int) ORDER BY day`;

/** The same of tables that were partitions. */
export const DETACHED = `
SELECT relname AS name FROM pg_class
WHERE relkind = 'r' AND NOT relispartition AND relnamespace = 'public'::regnamespace
  AND relname ~ ('^' || $1::text || '_[0-9]{8}$')
  AND (to_date(right(relname, 8), 'YYYYMMDD') + 1)::timestamp AT TIME ZONE 'UTC'
    <= $2::timestamptz - make_interval(days => $3::int)`;
