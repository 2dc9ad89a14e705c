import type { Choosing, Chosen, FieldOf } from '../runtime/chosen.js';
import type {
  Catch,
  CatchPatch,
  CatchReplacement,
  DeletedCatch,
  ExpandedCatch,
  NewCatch,
  NewExport,
  NewVerification,
} from '../openapi/generated/types.gen.js';
import type { GetCatchParams, ListCatchHistoryParams, ListCatchesParams } from '../openapi/generated/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import type { List } from '../runtime/list.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { formOf, formatOf, type ImportFile, type ImportOptions, type UploadOptions } from '../runtime/files.js';
import { Resource } from './resource.js';

interface Deleted {
  readonly include_deleted: true;
}
interface Expanded {
  readonly expand: NonNullable<ListCatchesParams['expand']>;
}

/** Fish that were caught. */
export class Catches extends Resource {
  /**
   * Catches that fit the filters, newest first by default; with `include_deleted` also what is left of deleted ones.
   */
  list(params: ListCatchesParams & Deleted, options?: RequestOptions): List<Catch | DeletedCatch>;
  list(params: ListCatchesParams & Expanded, options?: RequestOptions): List<ExpandedCatch>;
  list<F extends FieldOf<ListCatchesParams> = never>(
    params?: Choosing<ListCatchesParams, F>,
    options?: RequestOptions,
  ): List<Chosen<Catch, F>>;
  list(params?: ListCatchesParams, options?: RequestOptions): List<never> {
    return this.api.list('listCatches', [], params, options) as List<unknown> as List<never>;
  }

  /** One catch; with `as_of`, as it stood then. */
  get(id: string, params: GetCatchParams & Expanded, options?: RequestOptions): Promise<ExpandedCatch>;
  get<F extends FieldOf<GetCatchParams> = never>(
    id: string,
    params?: Choosing<GetCatchParams, F>,
    options?: RequestOptions,
  ): Promise<Chosen<Catch, F>>;
  get(id: string, params?: GetCatchParams, options?: RequestOptions): Promise<unknown> {
    return this.api.read('getCatch', [id], params, options);
  }

  /** Logs a catch. */
  create(body: NewCatch, options?: CreateOptions) {
    return this.api.post('createCatch', [], body, options);
  }

  /** Writes all writable fields: what is left out is emptied. */
  replace(target: Target, body: CatchReplacement, options?: ChangeOptions) {
    return this.api.change('replaceCatch', [target], body, options);
  }

  /** Changes the fields that the patch names; null empties. */
  update(target: Target, body: CatchPatch, options?: ChangeOptions) {
    return this.api.change('updateCatch', [target], body, options);
  }

  /** Deletes a catch; later reads of it fail with `catch.deleted`. */
  delete(target: Target, options?: ChangeOptions) {
    return this.api.remove('deleteCatch', [target], options);
  }

  /** Every change of a catch, newest first. */
  history<F extends FieldOf<ListCatchHistoryParams> = never>(
    id: string,
    params?: Choosing<ListCatchHistoryParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listCatchHistory', [id], params, options);
  }

  /** Asks reviewers for a tier, with evidence. */
  requestVerification(id: string, body: NewVerification, options?: CreateOptions) {
    return this.api.post('requestVerification', [id], body, options);
  }

  /**  */
  /** Adds a photo: JPEG, PNG or WebP, up to 15 MB. */
  uploadPhoto(id: string, file: Blob, { onProgress, ...options }: UploadOptions = {}) {
    return this.api.call('uploadCatchPhoto', { ids: [id], raw: formOf({ file }), onProgress }, options);
  }

  /** One photo: its size, and the addresses of its variants. */
  getPhoto(id: string, photoId: string, options?: RequestOptions) {
    return this.api.read('getCatchPhoto', [id, photoId], undefined, options);
  }

  /** Deletes a photo. */
  deletePhoto(id: string, photo: Target, options?: ChangeOptions) {
    return this.api.remove('deleteCatchPhoto', [id, photo], options);
  }

  /**  */
  /**
   * Imports a file of up to 1,000,000 rows in the background; `imports.wait` tells when it is done. A try may take an
   * hour by default.
   */
  import(file: ImportFile, options?: ImportOptions) {
    const { format = formatOf(file), gzip, onProgress, ...rest } = options ?? {};
    const headers = { 'content-type': format, ...(gzip && { 'content-encoding': 'gzip' }) };
    return this.api.call('importCatches', { raw: file, headers, onProgress, isLong: true }, rest);
  }

  /** Writes all catches that fit a filter to a file; `exports.wait` tells when it is there. */
  export(body: NewExport, options?: CreateOptions) {
    return this.api.post('exportCatches', [], body, options);
  }
}
