-- When the angler was published on `catch.anglers` as they are; null: not yet.
ALTER TABLE "anglers" ADD COLUMN "announced_at" TIMESTAMPTZ(3);
