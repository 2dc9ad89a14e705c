/** Injection token of the largest file in bytes, unpacked. */
export const IMPORT_MAX_BYTES = Symbol('IMPORT_MAX_BYTES');

export const MAX_ROWS = 1_000_000;

/** As long as a whole body of `POST /v1/catches` may be. */
export const MAX_ROW_BYTES = 1_048_576;

/** A longer row is refused and skipped; a line that goes on beyond this ends the import. */
export const MAX_LINE_BYTES = 64 * MAX_ROW_BYTES;

export const MAX_COLUMNS = 80;

/** As many as a problem of the API names. */
export const MAX_ROW_ERRORS = 100;
