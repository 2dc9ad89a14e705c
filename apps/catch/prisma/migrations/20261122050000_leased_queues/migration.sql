-- Every queue is leased in the same way: a lease that proves who has a row, failures in a row, and leases in a row that
-- expired without progress.
ALTER TABLE "angler_tasks" ADD COLUMN "lease" TEXT;
ALTER TABLE "angler_tasks" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "angler_tasks" ADD COLUMN "stalls" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "account_erasures" ADD COLUMN "lease" TEXT;
ALTER TABLE "account_erasures" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "account_erasures" ADD COLUMN "stalls" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "species_names" ADD COLUMN "touch_lease" TEXT;
ALTER TABLE "species_names" ADD COLUMN "touch_attempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "species_names" ADD COLUMN "touch_stalls" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "photo_leftovers" ADD COLUMN "lease" TEXT;
ALTER TABLE "photo_leftovers" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
ALTER TABLE "photo_leftovers" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "photo_leftovers" ADD COLUMN "stalls" INTEGER NOT NULL DEFAULT 0;

-- When a file was last imported: its rows are forgotten a year later.
ALTER TABLE "import_files" ADD COLUMN "last_imported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp();
