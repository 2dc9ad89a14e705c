import type { PartitionedTable } from './partition-keeper.js';

// The name of a partition ends with its day in UTC, such as `webhook_events_20261123`.
const PARTITIONS = `
SELECT partition.relname AS name, to_date(right(partition.relname, 8), 'YYYYMMDD') AS day
FROM pg_inherits JOIN pg_class AS partition ON partition.oid = pg_inherits.inhrelid
WHERE pg_inherits.inhparent = $1::text::regclass AND partition.relname ~ '_[0-9]{8}$'`;

/** `$1` is the table, `$2` a time, and `$3` how many days after it are wanted. */
export const missing = ({ firstAt }: PartitionedTable): string => `
SELECT wanted.name, (${firstAt("wanted.day::timestamp AT TIME ZONE 'UTC'")})::text AS "from",
  (${firstAt("(wanted.day + 1)::timestamp AT TIME ZONE 'UTC'")})::text AS "to"
FROM (SELECT ($1::text || '_' || to_char(day, 'YYYYMMDD')) AS name, day::date AS day
  FROM generate_series(($2::timestamptz AT TIME ZONE 'UTC')::date,
    ($2::timestamptz AT TIME ZONE 'UTC')::date + $3::int, interval '1 day') AS day) AS wanted
WHERE wanted.name NOT IN (SELECT name FROM (${PARTITIONS}) AS partitions)
ORDER BY wanted.day`;

/** What is dropped is gone: a copy whose clock is ahead of the database's drops nothing too early. */
const notAhead = (time: string): string => `least(${time}::timestamptz, now())`;

/** Partitions of `$1` whose day was over `$3` days before the time `$2`. */
export const OUTDATED = `
SELECT name FROM (${PARTITIONS}) AS partitions
WHERE (day + 1)::timestamp AT TIME ZONE 'UTC' <= ${notAhead('$2')} - make_interval(days => $3::int) ORDER BY day`;

/** The same of tables that were partitions. */
export const DETACHED = `
SELECT relname AS name FROM pg_class
WHERE relkind = 'r' AND NOT relispartition AND relnamespace = 'public'::regnamespace
  AND relname ~ ('^' || $1::text || '_[0-9]{8}$')
  AND (to_date(right(relname, 8), 'YYYYMMDD') + 1)::timestamp AT TIME ZONE 'UTC'
    <= ${notAhead('$2')} - make_interval(days => $3::int)`;

/** Rows without a partition that are older than `$2` days at the time `$1`, at most `limit` of them. */
export const clear = ({ name, key, firstAt }: PartitionedTable, limit: number): string => `
DELETE FROM ${name}_default WHERE ctid IN (SELECT ctid FROM ${name}_default
  WHERE ${key} < ${firstAt(`${notAhead('$1')} - make_interval(days => $2)`)} LIMIT ${limit}
  FOR UPDATE SKIP LOCKED)`;
