import type { Violation } from '@cds/errors';
import type { ReadyCatch } from '../../catches/write/catch-recorder.js';
import type { FilePosition } from '../import-job.js';

/** A row that can be logged, and what it is known by. */
export interface LoggableRow {
  readonly line: number;
  readonly externalId: string | null;
  readonly ready: ReadyCatch;
}

/** A row that cannot be logged, and why. */
export interface RefusedRow {
  readonly line: number;
  readonly errors: readonly Violation[];
}

export type CheckedRow = LoggableRow | RefusedRow;

/** Rows that follow each other, written all or none, and the position behind them. */
export interface ImportBatch {
  readonly rows: readonly CheckedRow[];
  readonly next: FilePosition;
}
