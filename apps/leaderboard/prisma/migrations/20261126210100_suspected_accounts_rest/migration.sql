-- Until when no account that was slow has its turn; null for an account that was not found out to be slow.
ALTER TABLE "suspected_accounts" ADD COLUMN "resting_until" TIMESTAMPTZ(3);
