import type { Queryable } from '@cds/postgres';
import { catchListRow, tombstoneRow } from '../catches/read/catch-list/catch-list.projection.js';
import { saveWords } from '../catches/read/catch-search/save-words.js';
import { catchStates } from '../catches/log/catch-states.js';
import { verificationRow } from '../catches/write/save-catch.js';
import type { RebuiltTable } from './shadow-tables.js';

/** Writes catches into the shadows, each as its stream leaves it: it does not matter how often and in which order. */
export class ShadowWriter {
  private readonly states = catchStates((error) => {
    throw error;
  });

  async write(db: Queryable, ids: readonly string[]): Promise<void> {
    const loaded = await this.states.loadMany(db, ids);
    const states = [...loaded.values()].filter((state) => state.status !== 'unlogged');
    const verifications = states.flatMap((state) => state.verifications.map((one) => verificationRow(one, state)));
    const rows = states.filter((state) => state.status === 'logged').map(catchListRow);
    const tombstones = states.filter((state) => state.status === 'deleted').map(tombstoneRow);
    const words = saveWords(rows);
    await replaceRows(db, 'catches', ids, rows);
    if (words.rows.length > 0) await db.query(words.text, [JSON.stringify(words.rows)]);
    await replaceRows(db, 'catch_tombstones', ids, tombstones);
    const verificationIds = verifications.map(({ id }) => id);
    await replaceRows(db, 'verifications', verificationIds, verifications);
  }
}

/** What is there already under these ids goes. */
const replaceRows = async (
  db: Queryable,
  table: RebuiltTable,
  ids: readonly string[],
  rows: readonly object[],
): Promise<void> => {
  if (ids.length > 0) await db.query(`DELETE FROM rebuild.${table} WHERE id = ANY($1)`, [ids]);
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(', ');
  await db.query(
    `INSERT INTO rebuild.${table} (${columns})
     SELECT ${columns} FROM jsonb_populate_recordset(NULL::rebuild.${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
};
