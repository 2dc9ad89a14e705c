import type pg from 'pg';

interface Step {
  readonly pattern: RegExp;
  readonly says: string;
}

const NAME = String.raw`(?:ONLY\s+)?(?:IF\s+EXISTS\s+)?"?(\w+)"?`;
const alter = (action: string, says: string): Step => ({
  pattern: new RegExp(String.raw`\bALTER\s+TABLE\s+${NAME}[^;]*?\b${action}`, 'gi'),
  says,
});

/** What reads every row of a table while its locks keep others waiting. */
const STEPS: readonly Step[] = [
  {
    pattern: new RegExp(String.raw`\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY)[^;]*?\bON\s+${NAME}`, 'gi'),
    says: 'builds an index while writes wait; CONCURRENTLY would let them go on',
  },
  alter(String.raw`(?:SET\s+DATA\s+)?TYPE\s`, 'rewrites the table while reads and writes wait'),
  alter(String.raw`SET\s+NOT\s+NULL`, 'checks every row while reads and writes wait'),
  alter(
    String.raw`ADD\s+(?:CONSTRAINT\s+"?\w+"?\s+)?(?:CHECK|FOREIGN)(?![^;]*NOT\s+VALID)`,
    'checks every row while writes wait',
  ),
  { pattern: new RegExp(String.raw`^\s*UPDATE\s+${NAME}`, 'gim'), says: 'changes rows, whose other writers wait' },
];

/** Tables with fewer rows are done in an instant. */
const MANY_ROWS = 100_000;

/** A line for each step of a migration that takes long, on a table that is there and has many rows. */
export const blockingSteps = async (client: pg.Client, sql: string): Promise<string[]> => {
  const found = STEPS.flatMap(({ pattern, says }) =>
    [...sql.replace(/--.*$/gm, '').matchAll(pattern)].map(([, table = '']) => ({ table, says })),
  );
  if (found.length === 0) return [];
  const { rows } = await client.query<{ name: string; rows: number; size: string }>(SIZES, [
    found.map(({ table }) => table),
    MANY_ROWS,
  ]);
  return found.flatMap(({ table, says }) =>
    rows
      .filter(({ name }) => name === table)
      .map((one) => `${says}: ${table}, about ${one.rows.toLocaleString('en')} rows, ${one.size}`),
  );
};

const SIZES = `
SELECT relname AS name, reltuples::float8 AS rows, pg_size_pretty(pg_total_relation_size(oid)) AS size
FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname = ANY($1) AND reltuples >= $2`;
