import type { CreateOptions } from './options.js';
import type { RequestBody } from './request.js';

/**
 * Text, bytes, a file, or a function that makes a stream for each try. A stream itself is sent once, without retries.
 */
export type ImportFile = RequestBody;

/** How much of a file has gone over the network. */
export interface Progress {
  readonly bytes: number;
  /** Undefined where nobody knows beforehand: for streams. */
  readonly total: number | undefined;
}

export interface UploadOptions extends CreateOptions {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface ImportOptions extends UploadOptions {
  /** By default that of the file where it is one, and NDJSON otherwise. */
  readonly format?: 'application/x-ndjson' | 'text/csv' | undefined;
  /** Whether the file is compressed already. */
  readonly gzip?: boolean | undefined;
}

/** Where a picture comes from, and what may be done with it. */
export interface SpeciesPhotoDetails {
  readonly license: string;
  readonly attribution?: string | undefined;
  readonly source_url?: string | undefined;
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
