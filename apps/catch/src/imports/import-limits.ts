/** Injection token of the largest file in bytes, unpacked. */
export const IMPORT_MAX_BYTES = Symbol('IMPORT_MAX_BYTES');

/** Injection token of how many events of imports are published a second at most. */
export const IMPORT_PUBLISH_PER_SECOND = Symbol('IMPORT_PUBLISH_PER_SECOND');

export const MAX_ROWS = 1_000_000;

/** Blank ones and those within the cells of a CSV file too: many for each row, and far from as many as bytes. */
export const MAX_LINES = 10 * MAX_ROWS;

/** As long as a whole body of `POST /v1/catches` may be. */
export const MAX_ROW_BYTES = 1_048_576;

/** A longer row is refused and skipped; a line that goes on beyond this ends the import. */
export const MAX_LINE_BYTES = 64 * MAX_ROW_BYTES;

export const MAX_COLUMNS = 80;

/** How many times its packed size a file may unpack to: text of catches stays far below, and a bomb far above. */
export const MAX_GZIP_RATIO = 100;

/** The ratio is looked at from here on. */
export const MIN_CHECKED_BYTES = 10 * 1_048_576;

/** Of one row that was refused: they are stored. */
export const MAX_ROW_ERRORS = 20;
