import { placeOrder } from '../ranks/place.js';

// A join would read all anglers where the planner cannot know how few entries a page has.
const NAME = 'SELECT anglers.name FROM anglers WHERE anglers.id = entry.angler_id COLLATE "default"';

/** The columns of an `EntryRow`. */
const ENTRY_COLUMNS = `entry.angler_id, COALESCE((${NAME}), '') AS angler_name,
  (-entry.placement / 1000.0)::float8 AS score, entry.catch_id, entry.achieved_at, entry.previous_rank`;

/** What is read of an entry, or of what it was, by the name of `placed`. */
export const PLACED_COLUMNS =
  'placed.angler_id, placed.placement, placed.achieved_at, placed.catch_id, placed.previous_rank';

/**
 * The entries that `placed` selects, in the order of ranks, with the names that their anglers have now, and behind
 * `more` of its columns.
 */
export const entriesSql = (placed: string, more: readonly string[] = []): string => `
  SELECT ${more.map((column) => `entry.${column}, `).join('')}${ENTRY_COLUMNS} FROM (${placed}) AS entry
  ORDER BY ${placeOrder('entry')}`;
