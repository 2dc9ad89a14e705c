-- The filter of an export as it was sent, with numbers and booleans. Null: a release before this column took the
-- request, and "filter" is all there is. Every release runs exports by "filter", which has the values as texts.
ALTER TABLE "exports" ADD COLUMN "sent_filter" JSONB;
