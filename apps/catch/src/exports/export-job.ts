import { randomUUID } from 'node:crypto';
import type { Leased } from '@cds/work-queue';
import type { AccountJob } from '../jobs/account-jobs.js';

export const EXPORT_FORMATS = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The filter as parameters of a list, by name. */
export type FilterParameters = Readonly<Record<string, string | string[]>>;

/** What a worker reads of an export. `bigint` columns come as text. */
export interface ExportFields extends AccountJob {
  format: ExportFormat;
  filter: FilterParameters;
  expected: string | null;
  walked: string;
  last_id: string;
  rows: string;
  part_names: string[];
}

export type ExportJobRow = Leased<ExportFields>;

/**
 * A name for part `index`, counted from 0, a new one each time it is written: a worker that was taken for dead replaces
 * nothing of its successor, and a part that is marked as stale stays so.
 */
export const newPartName = (index: number): string => `${String(index).padStart(6, '0')}-${randomUUID()}`;

/** The folder of an export on the storage. */
export const exportFolder = (id: string): string => `exports/${id}/`;
