import type { BulkWrite } from './bulk-write.js';

interface PostgresError {
  readonly severity?: unknown;
  readonly code?: unknown;
  readonly detail?: unknown;
}

/** PostgreSQL answered that it refused the rows, or that the statement met another one's: nothing of it is there. */
export const wasUndone = (error: unknown): boolean => {
  const { severity, code } = error as PostgresError;
  return severity === 'ERROR' && typeof code === 'string' && UNDONE.has(code.slice(0, 2));
};

/** The connection had ended before the statement was to be sent on it, as `pg` reports it. */
export const wasNeverSent = (error: unknown): boolean =>
  error instanceof Error && error.message.endsWith('is not queryable');

/** Data exception, integrity violation, cardinality, transaction rollback (deadlock). */
const UNDONE: ReadonlySet<string> = new Set(['21', '22', '23', '40']);

/** As in `Key (stream_id, version)=(a, 5) already exists.`, whatever the language of the words. */
const KEY = /\(([^()]+)\)=\(/;

/**
 * The writer of a group whose row PostgreSQL refused: its error names the key of that row. Undefined where the error
 * names none, or one that no row has in these columns. Of two writers with the same key it is the later one.
 */
export const culpritOf = <W extends { readonly writes: readonly BulkWrite[] }>(
  error: unknown,
  group: readonly W[],
): W | undefined => {
  const { detail } = error as PostgresError;
  if (typeof detail !== 'string') return undefined;
  const columns = KEY.exec(detail)?.[1]?.split(', ');
  if (!columns) return undefined;
  return group.findLast(({ writes }) =>
    writes.some(({ rows }) => rows.some((row) => detail.includes(keyText(columns, row as Row)))),
  );
};

type Row = Readonly<Record<string, unknown>>;

const keyText = (columns: readonly string[], row: Row): string =>
  `(${columns.join(', ')})=(${columns.map((column) => String(row[column])).join(', ')})`;
