import type {
  CreateCatchBody,
  ExportCatchesBody,
  GetCatchParams,
  ListCatchHistoryParams,
  ListCatchesParams,
  ReplaceCatchBody,
  RequestVerificationBody,
  UpdateCatchBody,
} from '../openapi/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { formOf, formatOf, type ImportFile, type ImportOptions } from '../runtime/files.js';
import { Resource } from './resource.js';

/** Fish that were caught. */
export class Catches extends Resource {
  /** Catches that fit the filters, newest first by default. */
  list(params?: ListCatchesParams, options?: RequestOptions) {
    return this.api.list('listCatches', [], params, options);
  }

  /** One catch; with `as_of`, as it stood then. */
  get(id: string, params?: GetCatchParams, options?: RequestOptions) {
    return this.api.call('getCatch', { ids: [id], params }, options);
  }

  /** Logs a catch. */
  create(body: CreateCatchBody, options?: CreateOptions) {
    return this.api.call('createCatch', { body }, options);
  }

  /** Writes all writable fields: what is left out is emptied. */
  replace(target: Target, body: ReplaceCatchBody, options?: ChangeOptions) {
    return this.api.change('replaceCatch', [target], body, options);
  }

  /** Changes the fields that the patch names; null empties. */
  update(target: Target, body: UpdateCatchBody, options?: ChangeOptions) {
    return this.api.change('updateCatch', [target], body, options);
  }

  /** Deletes a catch; later reads of it fail with `catch.deleted`. */
  delete(target: Target, options?: ChangeOptions) {
    return this.api.remove('deleteCatch', [target], options);
  }

  /** Every change of a catch, newest first. */
  history(id: string, params?: ListCatchHistoryParams, options?: RequestOptions) {
    return this.api.list('listCatchHistory', [id], params, options);
  }

  /** Asks reviewers for a tier, with evidence. */
  requestVerification(id: string, body: RequestVerificationBody, options?: CreateOptions) {
    return this.api.call('requestVerification', { ids: [id], body }, options);
  }

  /**  */
  /** Adds a photo: JPEG, PNG or WebP, up to 15 MB. */
  uploadPhoto(id: string, file: Blob, options?: CreateOptions) {
    return this.api.call('uploadCatchPhoto', { ids: [id], raw: formOf({ file }) }, options);
  }

  /** One photo: its size, and the addresses of its variants. */
  getPhoto(id: string, photoId: string, options?: RequestOptions) {
    return this.api.call('getCatchPhoto', { ids: [id, photoId] }, options);
  }

  /** Deletes a photo. */
  deletePhoto(id: string, photo: Target, options?: ChangeOptions) {
    return this.api.remove('deleteCatchPhoto', [id, photo], options);
  }

  /**  */
  /** Imports a file of up to 1,000,000 rows in the background; `imports.wait` tells when it is done. */
  import(file: ImportFile, options?: ImportOptions) {
    const { format = formatOf(file), gzip, ...rest } = options ?? {};
    const headers = { 'content-type': format, ...(gzip && { 'content-encoding': 'gzip' }) };
    return this.api.call('importCatches', { raw: file, headers }, rest);
  }

  /** Writes all catches that fit a filter to a file; `exports.wait` tells when it is there. */
  export(body: ExportCatchesBody, options?: CreateOptions) {
    return this.api.call('exportCatches', { body }, options);
  }
}
