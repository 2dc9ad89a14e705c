import type { GetImportParams, ListRejectedRowsParams } from '../openapi/operations.gen.js';
import type { RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** Files of catches that are read in the background. */
export class Imports extends Resource {
  /** An import and its progress. */
  get(id: string, params?: GetImportParams, options?: RequestOptions) {
    return this.api.call('getImport', { ids: [id], params }, options);
  }

  /** The rows that were refused, each with what is wrong. */
  rejected(id: string, params?: ListRejectedRowsParams, options?: RequestOptions) {
    return this.api.list('listRejectedRows', [id], params, options);
  }
}

/** Files that are written in the background. */
export class Exports extends Resource {
  /** An export and its progress. */
  get(id: string, options?: RequestOptions) {
    return this.api.call('getExport', { ids: [id] }, options);
  }
}
