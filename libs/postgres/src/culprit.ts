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

/**
 * As in `Key (stream_id, version)=(a, 5) already exists.`, whatever the language of the words. The values may hold
 * anything, parentheses too, and the words around them none.
 */
const KEY = /^[^()]*\(([^()]+)\)=\((.*)\)[^()]*$/s;

/**
 * The writer of a group whose row PostgreSQL refused: its error names the key of that row. Undefined where the error
 * names none, one that no row has in these columns, or one that rows with different values are written as. Of two
 * writers with the same key it is the later one.
 */
export const culpritOf = <W extends { readonly writes: readonly BulkWrite[] }>(
  error: unknown,
  group: readonly W[],
): W | undefined => {
  const { detail } = error as PostgresError;
  const [, names, text] = (typeof detail === 'string' && KEY.exec(detail)) || [];
  if (names === undefined) return undefined;
  const columns = names.split(', ');
  const named = group.flatMap((writer) =>
    writer.writes
      .flatMap(({ rows }) => rows.map((row) => keyOf(columns, row as Row)))
      .filter((key) => key?.join(', ') === text)
      .map((key) => ({ writer, key: JSON.stringify(key) })),
  );
  const last = named.at(-1);
  return named.every(({ key }) => key === last?.key) ? last?.writer : undefined;
};

type Row = Readonly<Record<string, unknown>>;

/** Undefined for a row without one of the columns: a null equals nothing, and is not the text "null". */
const keyOf = (columns: readonly string[], row: Row): string[] | undefined =>
  columns.every((column) => row[column] !== null && row[column] !== undefined)
    ? columns.map((column) => String(row[column]))
    : undefined;
