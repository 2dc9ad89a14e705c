import type { Violation } from '@cds/errors';
import type { FilePosition } from '../import-job.js';

/** A row as the file has it: what would be a body, or why there is none. `next` is the position behind it. */
export type SourceRow = { readonly line: number; readonly next: FilePosition } & (
  | { readonly body: unknown }
  | { readonly violations: readonly Violation[] }
);

/** A line that is no row. Readers yield it all the same, since a file may have millions of them. */
export interface BlankLine {
  readonly isBlank: true;
  readonly next: FilePosition;
}

export const faulty = (code: string, detail: string): { violations: Violation[] } => ({
  violations: [{ pointer: '', code, detail }],
});
