import type { Statement } from './statement.js';

/**
 * A write of any number of rows: SQL whose only parameter, `$1`, is a JSON array of them (`json_to_recordset($1::json)`).
 * Writes of the same text become one, so the text must not depend on the rows.
 */
export interface BulkWrite {
  readonly text: string;
  readonly rows: readonly object[];
}

/**
 * Several writes as one statement with one parameter per text: one round trip and, outside a transaction, one commit for all
 * or none. All see the same snapshot, so none sees what another writes. Undefined when there are no rows.
 */
export const asStatement = (writes: readonly BulkWrite[]): Statement | undefined => {
  const rowsOf = new Map<string, object[]>();
  for (const { text, rows } of writes) {
    if (rows.length === 0) continue;
    const same = rowsOf.get(text);
    if (same) same.push(...rows);
    else rowsOf.set(text, [...rows]);
  }
  if (rowsOf.size === 0) return undefined;
  const values = [...rowsOf.values()].map((rows) => JSON.stringify(rows));
  const texts = [...rowsOf.keys()];
  if (texts.length === 1) return { text: texts.join(''), values };
  return { text: `WITH ${texts.map((text, index) => `part_${index} AS (${text.replaceAll('$1', `$${index + 1}`)})`).join(', ')} SELECT`, values };
};
