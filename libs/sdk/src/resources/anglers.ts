import type { Choosing, FieldOf } from '../runtime/chosen.js';
import type { AnglerPatch, NewAngler } from '../openapi/generated/types.gen.js';
import type {
  GetAnglerParams,
  ListAnglerRankingsParams,
  ListAnglersParams,
} from '../openapi/generated/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** The people who fish, as the account knows them. */
export class Anglers extends Resource {
  /** The account’s anglers. */
  list<F extends FieldOf<ListAnglersParams> = never>(
    params?: Choosing<ListAnglersParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listAnglers', [], params, options);
  }

  /** One angler. */
  get<F extends FieldOf<GetAnglerParams> = never>(
    id: string,
    params?: Choosing<GetAnglerParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.read('getAngler', [id], params, options);
  }

  /** Adds an angler. */
  create(body: NewAngler, options?: CreateOptions) {
    return this.api.post('createAngler', [], body, options);
  }

  /** Changes the fields that the patch names; null empties. */
  update(target: Target, body: AnglerPatch, options?: ChangeOptions) {
    return this.api.change('updateAngler', [target], body, options);
  }

  /** Erases all that is personal of an angler, for ever; the bare figures stay. */
  erase(target: Target, options?: ChangeOptions) {
    return this.api.remove('eraseAngler', [target], options);
  }

  /** An angler’s place on every board. */
  rankings<F extends FieldOf<ListAnglerRankingsParams> = never>(
    id: string,
    params?: Choosing<ListAnglerRankingsParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listAnglerRankings', [id], params, options);
  }
}
