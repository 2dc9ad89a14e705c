import type { Violation } from '@cds/errors';
import { MAX_ROW_ERRORS } from '../import-limits.js';

/** What ends the text of a violation with the value that was sent. */
const LAST_VALUE = /, not (?:"(?:[^"\\]|\\.)*"|[^",]*)$/su;
const QUOTED = /"(?:[^"\\]|\\.)*"/gsu;

/**
 * The errors of a row as they are stored for weeks: some of them, and none quotes a value. In a file whose columns are
 * shifted a name or a place stands where a number belongs, and an erasure would not find it here.
 */
export const keptErrors = (violations: readonly Violation[]): Violation[] =>
  violations.slice(0, MAX_ROW_ERRORS).map((violation) => ({
    ...violation,
    detail: violation.detail.replace(LAST_VALUE, '').replaceAll(QUOTED, 'the value of this row'),
  }));
