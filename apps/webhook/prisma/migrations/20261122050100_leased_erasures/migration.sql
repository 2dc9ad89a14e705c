-- Erasures of messages are leased as every queue is.
ALTER TABLE "erased_anglers" ADD COLUMN "lease" TEXT;
ALTER TABLE "erased_anglers" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "erased_anglers" ADD COLUMN "stalls" INTEGER NOT NULL DEFAULT 0;
