-- The end of the transactions that were in flight when a replay was asked for. Copies of the previous release leave it
-- null.
ALTER TABLE "replays" ADD COLUMN "settled_from" BIGINT;
