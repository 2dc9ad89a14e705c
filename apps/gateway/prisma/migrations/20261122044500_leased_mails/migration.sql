-- Mails are leased by the library of queues, whose times are the database's, and expire whether or not any is ever sent.
ALTER TABLE "mails" ADD COLUMN "lease" TEXT;
ALTER TABLE "mails" ADD COLUMN "stalls" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "mails" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "mails" ALTER COLUMN "due_at" SET DEFAULT transaction_timestamp();
