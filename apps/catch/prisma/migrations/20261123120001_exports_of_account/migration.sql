-- no transaction
CREATE INDEX CONCURRENTLY "exports_account_id_created_at_id_idx" ON "exports"("account_id", "created_at", "id");
