import type { Violation } from '@cds/errors';
import { storableText } from '@cds/postgres';
import { MAX_ROW_ERRORS } from '../import-limits.js';

/** Where the text of a violation has the value that was sent: mostly at its end, and the weight at its beginning. */
const VALUE = /, not (?:"(?:[^"\\]|\\.)*"|[^",]*)$|, and \S+ has more$|^\S+ lb (?=is over )/su;
const QUOTED = /"(?:[^"\\]|\\.)*"/gsu;

/** A pointer names members as they were sent, which may be as long as the row. */
const MAX_POINTER = 300;
const MAX_DETAIL = 500;

/**
 * The errors of a row as they are stored for weeks: some of them, without candidates, and none quotes a value. In a
 * file whose columns are shifted a name or a place stands where a number belongs, where an erasure would not find it.
 * `RowRules` says what is wrong without the value; in any other sentence an ellipsis takes its place.
 */
export const keptErrors = (violations: readonly Violation[]): Violation[] =>
  violations.slice(0, MAX_ROW_ERRORS).map(({ candidates: _, ...violation }) => ({
    ...violation,
    ...('pointer' in violation && { pointer: storableText(violation.pointer, MAX_POINTER) }),
    detail: storableText(violation.detail.replace(VALUE, '').replaceAll(QUOTED, '"…"'), MAX_DETAIL),
  }));
