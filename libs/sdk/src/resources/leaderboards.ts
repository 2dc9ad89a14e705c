import type { Choosing, FieldOf } from '../runtime/chosen.js';
import type { LeaderboardPatch, NewLeaderboard } from '../openapi/generated/types.gen.js';
import type {
  GetLeaderboardParams,
  ListLeaderboardEntriesParams,
  ListLeaderboardsParams,
} from '../openapi/generated/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** Boards that rank anglers. */
export class Leaderboards extends Resource {
  /** The boards there are. */
  list<F extends FieldOf<ListLeaderboardsParams> = never>(
    params?: Choosing<ListLeaderboardsParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listLeaderboards', [], params, options);
  }

  /** One board: its rule, its current period, how many are on it. */
  get<F extends FieldOf<GetLeaderboardParams> = never>(
    id: string,
    params?: Choosing<GetLeaderboardParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.read('getLeaderboard', [id], params, options);
  }

  /** Makes a board of one’s own, filled from all catches there are. */
  create(body: NewLeaderboard, options?: CreateOptions) {
    return this.api.post('createLeaderboard', [], body, options);
  }

  /** Changes the fields that the patch names. */
  update(target: Target, body: LeaderboardPatch, options?: ChangeOptions) {
    return this.api.change('updateLeaderboard', [target], body, options);
  }

  /** Deletes a board of one’s own. */
  delete(target: Target, options?: ChangeOptions) {
    return this.api.remove('deleteLeaderboard', [target], options);
  }

  /** Ranked rows of the current period, or of another one. */
  entries<F extends FieldOf<ListLeaderboardEntriesParams> = never>(
    id: string,
    params?: Choosing<ListLeaderboardEntriesParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listLeaderboardEntries', [id], params, options);
  }
}
