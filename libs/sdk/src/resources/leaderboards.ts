import type {
  CreateLeaderboardBody,
  GetLeaderboardParams,
  ListLeaderboardEntriesParams,
  ListLeaderboardsParams,
  UpdateLeaderboardBody,
} from '../openapi/operations.gen.js';
import type { Target } from '../runtime/caller.js';
import type { ChangeOptions, CreateOptions, RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** Boards that rank anglers. */
export class Leaderboards extends Resource {
  /** The boards there are. */
  list(params?: ListLeaderboardsParams, options?: RequestOptions) {
    return this.api.list('listLeaderboards', [], params, options);
  }

  /** One board: its rule, its current period, how many are on it. */
  get(id: string, params?: GetLeaderboardParams, options?: RequestOptions) {
    return this.api.call('getLeaderboard', { ids: [id], params }, options);
  }

  /** Makes a board of one’s own, filled from all catches there are. */
  create(body: CreateLeaderboardBody, options?: CreateOptions) {
    return this.api.call('createLeaderboard', { body }, options);
  }

  /** Changes the fields that the patch names. */
  update(target: Target, body: UpdateLeaderboardBody, options?: ChangeOptions) {
    return this.api.change('updateLeaderboard', [target], body, options);
  }

  /** Deletes a board of one’s own. */
  delete(target: Target, options?: ChangeOptions) {
    return this.api.remove('deleteLeaderboard', [target], options);
  }

  /** Ranked rows of the current period, or of another one. */
  entries(id: string, params?: ListLeaderboardEntriesParams, options?: RequestOptions) {
    return this.api.list('listLeaderboardEntries', [id], params, options);
  }
}
