-- How many leases in a row ended without progress: a job that stalls again and again fails instead of being taken for ever.
ALTER TABLE "imports" ADD COLUMN "stalls" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "exports" ADD COLUMN "stalls" INTEGER NOT NULL DEFAULT 0;
