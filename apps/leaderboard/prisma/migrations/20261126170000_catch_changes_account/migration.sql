-- Accounts share what is applied at once. Copies of the previous release tell none.
ALTER TABLE "catch_changes" ADD COLUMN "account_id" TEXT NOT NULL DEFAULT '-';
