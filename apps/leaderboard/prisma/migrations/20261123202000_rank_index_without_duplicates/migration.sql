-- No two rows of the index are the same: looking for such rows before each split of a page finds none.
ALTER INDEX "ranked_entries_rank_idx" SET (deduplicate_items = off);
