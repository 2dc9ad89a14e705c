-- Accounts share what is applied at once.
ALTER TABLE "catch_changes" ADD COLUMN "account_id" TEXT;
