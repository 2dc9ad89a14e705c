-- One of four index rows that each move of an entry writes, in no order that keeps pages close to each other. Pages of a
-- past moment find their rows by "entry_versions_time_idx". Copies of the previous release look 25 rows of a page up by
-- the key: without it they read the former values of the board since that moment for each, which takes longer the more
-- there are, and gives the same page.
ALTER TABLE "entry_versions" DROP CONSTRAINT IF EXISTS "entry_versions_pkey";
