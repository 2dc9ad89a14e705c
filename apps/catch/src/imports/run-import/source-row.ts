import type { Violation } from '@cds/errors';
import type { FilePosition } from '../import-job.js';

/** A row as the file has it: what would be a body, or why there is none. `next` is the position behind it. */
export type SourceRow = { readonly line: number; readonly next: FilePosition } & (
  | { readonly body: unknown }
  | { readonly violations: readonly Violation[] }
);

export const faulty = (code: string, detail: string): { violations: Violation[] } => ({
  violations: [{ pointer: '', code, detail }],
});
