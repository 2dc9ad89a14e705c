import type { CreateOptions } from './options.js';
import type { RequestBody } from './request.js';

/** Text, a file, or a function that makes a stream for each try. A stream itself is sent once, without retries. */
export type ImportFile = RequestBody;

export interface ImportOptions extends CreateOptions {
  /** By default that of the file where it is one, and NDJSON otherwise. */
  readonly format?: 'application/x-ndjson' | 'text/csv';
  /** Whether the file is compressed already. */
  readonly gzip?: boolean;
}

/** Where a picture comes from, and what may be done with it. */
export interface SpeciesPhotoDetails {
  readonly license: string;
  readonly attribution?: string;
  readonly source_url?: string;
}

export const formatOf = (file: ImportFile): NonNullable<ImportOptions['format']> =>
  file instanceof Blob && file.type.startsWith('text/csv') ? 'text/csv' : 'application/x-ndjson';

export const formOf = (parts: object): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts) as [string, string | Blob | undefined][]) {
    if (value !== undefined) form.append(name, value);
  }
  return form;
};
