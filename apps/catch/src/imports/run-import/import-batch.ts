import type { Violation } from '@cds/errors';
import type { CatchDetails } from '../../catches/catch.events.js';
import type { Place } from '../import-job.js';

/** A row that can be logged, or why it cannot. */
export type CheckedRow = { readonly line: number } & ({ readonly details: CatchDetails } | { readonly errors: readonly Violation[] });

/** Rows that follow each other, written all or none, and the place behind them. */
export interface ImportBatch {
  readonly rows: readonly CheckedRow[];
  readonly next: Place;
}
