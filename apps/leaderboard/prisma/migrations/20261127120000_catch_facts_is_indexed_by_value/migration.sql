-- Whether the catch is in the indexes by weight, length and depth. Nine of the thirteen indexes that a verified catch
-- entered serve for finding an angler's next best catch when the best one is lost. Those that replace them have a catch
-- when the angler has many others that are in none of them; until then an angler's few catches are read. Catches that
-- are stored already are in them until they change. Copies of the previous release add catches without the column, and
-- read all of an angler's catches where they look for the next best one.
ALTER TABLE "catch_facts" ADD COLUMN "is_indexed_by_value" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "catch_facts" ALTER COLUMN "is_indexed_by_value" SET DEFAULT false;
