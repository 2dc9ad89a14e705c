import type { Job } from '../jobs/job-queue.js';

export const IMPORT_FORMATS = { 'application/x-ndjson': 'ndjson', 'text/csv': 'csv' } as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[keyof typeof IMPORT_FORMATS];

/** A row of `imports` as a worker claims it. `bigint` columns come as text. */
export interface ImportJobRow extends Job {
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

/** A place between two rows of a file: the bytes and lines before it. */
export interface Place {
  readonly position: number;
  readonly lines: number;
}

/** Where the file of an import is on the storage. */
export const importKey = (id: string): string => `imports/${id}`;
