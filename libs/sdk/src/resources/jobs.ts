import type { Choosing, FieldOf } from '../runtime/chosen.js';
import type {
  ListExportsParams,
  ListImportsParams,
  ListRejectedRowsParams,
  Operations,
} from '../openapi/generated/operations.gen.js';
import { Download, type DownloadOptions } from '../runtime/download.js';
import { waitFor, type WaitOptions } from '../runtime/jobs.js';
import type { RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

type ImportJob = Operations['getImport'];
type ExportJob = Operations['getExport'];

/** Files of catches that are read in the background. */
export class Imports extends Resource {
  /** The account’s imports, newest first. */
  list<F extends FieldOf<ListImportsParams> = never>(
    params?: Choosing<ListImportsParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listImports', [], params, options);
  }

  /** An import and its progress. */
  get(id: string, options?: RequestOptions) {
    return this.api.read('getImport', [id], undefined, options);
  }

  /** The rows that were refused, each with what is wrong. */
  rejected<F extends FieldOf<ListRejectedRowsParams> = never>(
    id: string,
    params?: Choosing<ListRejectedRowsParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listRejectedRows', [id], params, options);
  }

  /** Reads an import until it is completed, and returns it. Rows that were refused are no failure of it. */
  wait(job: string | { readonly id: string }, options?: WaitOptions<ImportJob>): Promise<ImportJob> {
    return waitFor((sent) => this.get(idOf(job), sent), options);
  }
}

/** Files that are written in the background. */
export class Exports extends Resource {
  /** The account’s exports, newest first. */
  list<F extends FieldOf<ListExportsParams> = never>(
    params?: Choosing<ListExportsParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listExports', [], params, options);
  }

  /** An export and its progress. */
  get(id: string, options?: RequestOptions) {
    return this.api.read('getExport', [id], undefined, options);
  }

  /** Reads an export until its file is there, and returns it. */
  wait(job: string | { readonly id: string }, options?: WaitOptions<ExportJob>): Promise<ExportJob> {
    return waitFor((sent) => this.get(idOf(job), sent), options);
  }

  /** The file of a completed export, as it comes: `text()`, `blob()`, `stream()`, or chunk by chunk by `for await`. */
  download(file: string | Pick<ExportJob, 'id' | 'size_bytes'>, options: DownloadOptions = {}): Promise<Download> {
    const { onProgress: _, stallMs: __, ...sent } = options;
    // Compressed bytes cannot be counted against the size of the file. Browsers ignore it.
    const plain = { accept: '*/*', 'accept-encoding': 'identity' };
    const open = (headers: object) =>
      this.api.open('downloadExport', { ids: [idOf(file)], headers: { ...plain, ...headers } }, sent);
    return Download.start(open, options, typeof file === 'string' ? undefined : file.size_bytes);
  }
}

const idOf = (job: string | { readonly id: string }): string => (typeof job === 'string' ? job : job.id);
