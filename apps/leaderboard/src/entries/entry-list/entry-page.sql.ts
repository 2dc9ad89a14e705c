/** The columns of an `EntryRow`. `entry` has those of `ranked_entries`. */
const ENTRY_COLUMNS = `entry.angler_id, COALESCE(anglers.name, '') AS angler_name,
  (-entry.placing / 1000.0)::float8 AS score, entry.catch_id, entry.achieved_at, entry.previous_rank`;

/** What is read of an entry, or of what it was. */
export const PLACED_COLUMNS = 'angler_id, placing, achieved_at, catch_id, previous_rank';

/** The order of ranks. */
export const RANK_ORDER = 'placing, achieved_at, angler_id';

/** The entries that `placed` selects, in the order of ranks, with the names that their anglers have now. */
export const entriesSql = (placed: string): string => `
  SELECT ${ENTRY_COLUMNS} FROM (${placed}) entry
  LEFT JOIN anglers ON anglers.id = entry.angler_id COLLATE "default"
  ORDER BY entry.placing, entry.achieved_at, entry.angler_id`;
