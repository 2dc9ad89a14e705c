import type {
  CreateAnglerBody,
  GetAnglerParams,
  ListAnglerRankingsParams,
  ListAnglersParams,
  UpdateAnglerBody,
} from '../openapi/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** The people who fish, as the account knows them. */
export class Anglers extends Resource {
  /** The account’s anglers. */
  list(params?: ListAnglersParams, options?: RequestOptions) {
    return this.api.list('listAnglers', [], params, options);
  }

  /** One angler. */
  get(id: string, params?: GetAnglerParams, options?: RequestOptions) {
    return this.api.call('getAngler', { ids: [id], params }, options);
  }

  /** Adds an angler. */
  create(body: CreateAnglerBody, options?: CreateOptions) {
    return this.api.call('createAngler', { body }, options);
  }

  /** Changes the fields that the patch names; null empties. */
  update(target: Target, body: UpdateAnglerBody, options?: ChangeOptions) {
    return this.api.change('updateAngler', [target], body, options);
  }

  /** Erases all that is personal of an angler, for ever; the bare figures stay. */
  erase(target: Target, options?: ChangeOptions) {
    return this.api.remove('eraseAngler', [target], options);
  }

  /** An angler’s place on every board. */
  rankings(id: string, params?: ListAnglerRankingsParams, options?: RequestOptions) {
    return this.api.list('listAnglerRankings', [id], params, options);
  }
}
