import type { Leased } from '@cds/work-queue';
import type { AccountJob } from '../jobs/account-jobs.js';

export const IMPORT_FORMATS = { 'application/x-ndjson': 'ndjson', 'text/csv': 'csv' } as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[keyof typeof IMPORT_FORMATS];

/** What a worker reads of an import. `bigint` columns come as text. */
export interface ImportFields extends AccountJob {
  account_name: string;
  credential_id: string;
  request_id: string;
  traceparent: string | null;
  format: ImportFormat;
  file_id: string;
  size_bytes: string;
  position: string;
  lines: number;
  accepted: number;
  duplicates: number;
  rejected: number;
}

export type ImportJobRow = Leased<ImportFields>;

/** A position between two rows of a file: the bytes and lines before it. */
export interface FilePosition {
  readonly position: number;
  readonly lines: number;
}

/** Where the file of an import is on the storage. */
export const importKey = (id: string): string => `imports/${id}`;

/** What the rows that an import refused are counted under, beside its file: they are kept for longer. */
export const refusedRowsKey = (id: string): string => `${id}/rejected`;
