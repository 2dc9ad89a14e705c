import type { Place } from '../ranks/place.js';
import type { EntryView } from './entry-view.js';

/** An entry without its rank, which follows from where it is found. */
export interface EntryRow {
  readonly angler_id: string;
  readonly angler_name: string;
  readonly score: number;
  readonly catch_id: string | null;
  readonly achieved_at: Date;
  readonly previous_rank: number | null;
}

/** A score as `ranked_entries` have it. */
export const placementOf = (score: number): number => -Math.round(score * 1_000);

export const entryView = (row: EntryRow, rank: number): EntryView => ({
  rank,
  angler: { id: row.angler_id, name: row.angler_name },
  score: row.score,
  catch_id: row.catch_id,
  achieved_at: row.achieved_at.toISOString(),
  previous_rank: row.previous_rank,
});

export interface EntriesAround {
  readonly rows: readonly EntryRow[];
  /** The rank of the first row. */
  readonly rank: number;
  /** Of the board and period. */
  readonly total: number;
}

/** The entries of one board and period, now or as they were. Ranks begin at 1. */
export interface RankedEntries {
  total(): Promise<number>;
  /**
   * So many entries with the angler in the middle, and one more behind them; at the ends the window shifts, so that it
   * is as full as the board allows. Undefined for an angler who is not there.
   */
  around(anglerId: string, size: number): Promise<EntriesAround | undefined>;
  fromRank(rank: number, limit: number): Promise<EntryRow[]>;
  after(place: Place, limit: number): Promise<EntryRow[]>;
}
