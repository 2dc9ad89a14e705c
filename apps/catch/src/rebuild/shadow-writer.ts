import { copyLine, copyRows, type CopyValue } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import type pg from 'pg';
import { catchListRow, tombstoneRow } from '../catches/read/catch-list/catch-list.projection.js';
import { saveWords } from '../catches/read/catch-search/save-words.js';
import { type CatchStates, catchStates } from '../catches/log/catch-states.js';
import { verificationRow } from '../catches/write/save-catch.js';
import type { RebuiltTable } from './shadow-tables.js';

type LoadedCatches = Awaited<ReturnType<CatchStates['loadMany']>>;

/** Writes catches into the shadows, each as its stream leaves it: it does not matter how often and in which order. */
export class ShadowWriter {
  private readonly states = catchStates((error) => {
    throw error;
  });

  /** The catches as their streams leave them now. */
  load(db: Queryable, ids: readonly string[]): Promise<LoadedCatches> {
    return this.states.loadMany(db, ids);
  }

  /** `loaded` has the states of all catches with these ids. */
  async write(tx: pg.ClientBase, ids: readonly string[], loaded: LoadedCatches): Promise<void> {
    const states = [...loaded.values()].filter((state) => state.status !== 'unlogged');
    const verifications = states.flatMap((state) => state.verifications.map((one) => verificationRow(one, state)));
    const rows = states.filter((state) => state.status === 'logged').map(catchListRow);
    const tombstones = states.filter((state) => state.status === 'deleted').map(tombstoneRow);
    const words = saveWords(rows);
    await replaceRows(tx, 'catches', ids, rows);
    if (words.rows.length > 0) await tx.query(words.text, [JSON.stringify(words.rows)]);
    await replaceRows(tx, 'catch_tombstones', ids, tombstones);
    await replaceRows(
      tx,
      'verifications',
      verifications.map(({ id }) => id),
      verifications,
    );
  }
}

/** What is there already under these ids goes. */
const replaceRows = async (
  tx: pg.ClientBase,
  table: RebuiltTable,
  ids: readonly string[],
  rows: readonly object[],
): Promise<void> => {
  if (ids.length > 0) await tx.query(`DELETE FROM rebuild.${table} WHERE id = ANY($1)`, [ids]);
  const [first] = rows;
  if (!first) return;
  await copyRows(tx, `rebuild.${table}`, Object.keys(first), linesOf(rows), []);
};

const linesOf = function* (rows: readonly object[]): Generator<string> {
  for (const row of rows) yield copyLine(Object.values(row).map(copyValue));
};

const copyValue = (value: unknown): CopyValue =>
  typeof value === 'object' && value !== null && !(value instanceof Date)
    ? JSON.stringify(value)
    : (value as CopyValue);
