import type { Statement } from './statement.js';

/**
 * A write of any number of rows: SQL whose only parameter, `$1`, is a JSON array of them
 * (`json_to_recordset($1::json)`). It may stand in the text several times, and never in quotes. Writes of the same text
 * become one, so the text must not depend on the rows.
 */
export interface BulkWrite {
  readonly text: string;
  readonly rows: readonly object[];
}

/**
 * Several writes as one statement with one parameter per text: one round trip and, outside a transaction, one commit
 * for all or none. All see the same snapshot, so none sees what another writes. Undefined when there are no rows.
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
  // In one order, whoever wrote first: else PostgreSQL would plan, and each connection keep, a statement for each
  // order.
  const parts = [...rowsOf].sort(([one], [other]) => (one < other ? -1 : 1));
  return { text: joined(parts.map(([text]) => text)), values: parts.map(([, rows]) => JSON.stringify(rows)) };
};

interface Joined {
  text?: string;
  readonly with: Map<string, Joined>;
}

const JOINED: Joined = { with: new Map() };

/** The same string each time: joined once, hashed once by whoever looks it up. */
const joined = (texts: readonly string[]): string => {
  let known = JOINED;
  for (const text of texts) {
    const next = known.with.get(text) ?? { with: new Map<string, Joined>() };
    known.with.set(text, next);
    known = next;
  }
  return (known.text ??= join(texts));
};

const join = (texts: readonly string[]): string => {
  for (const text of texts) assertOneParameter(text);
  if (texts.length === 1) return texts.join('');
  const parts = texts.map((text, index) => `part_${index} AS (${text.replaceAll('$1', `$${index + 1}`)})`);
  return `WITH ${parts.join(', ')} SELECT`;
};

/** Parameters are numbered anew by replacing text: one of another number, or `$1` in quotes, would not survive that. */
const assertOneParameter = (text: string): void => {
  const parameters = text.match(/\$\d+/g) ?? [];
  const isQuoted = text.split("'").some((part, index) => index % 2 === 1 && part.includes('$'));
  if (parameters.length === 0 || parameters.some((parameter) => parameter !== '$1') || isQuoted)
    throw new Error(`a bulk write must have $1 as its only parameter, outside of quotes: ${text}`);
};
