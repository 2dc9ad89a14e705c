-- no transaction
-- The endpoints that an account has: deleted ones are kept for a while, and there may be very many of them.
CREATE INDEX CONCURRENTLY "endpoints_account_id_idx" ON "endpoints"("account_id", "created_at" DESC, "id" DESC)
  WHERE "deleted_at" IS NULL;
