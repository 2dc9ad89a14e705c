-- From when on a board had had entries when it began to show a ranking, also in former rankings. Boards of accounts do not
-- keep these for ever: without this nobody could tell a board that was empty from one of which it is not known any more
-- what it showed. Copies of the previous release add rows without it.
ALTER TABLE "board_rankings" ADD COLUMN "entries_since" TIMESTAMPTZ(3);

-- When the first entry of a ranking came in a period. Of those that have entries already it is not known.
ALTER TABLE "ranking_periods" ADD COLUMN "first_moved_at" TIMESTAMPTZ(3);
