import type { Violation } from '@cds/errors';
import type { Place } from '../import-job.js';

/** A row as the file has it: what would be a body, or why there is none. `next` is the place behind it. */
export type SourceRow = { readonly line: number; readonly next: Place } & (
  { readonly body: unknown } | { readonly violations: readonly Violation[] }
);

export const faulty = (code: string, detail: string): { violations: Violation[] } => ({
  violations: [{ pointer: '', code, detail }],
});
