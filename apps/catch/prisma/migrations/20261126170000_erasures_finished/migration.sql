-- When nothing personal of an erased angler was stored any more; null: not yet, or a release before this column came to
-- the end, which left some of it in catches that were assigned to the angler.
ALTER TABLE "anglers" ADD COLUMN "erasure_finished_at" TIMESTAMPTZ(3);
