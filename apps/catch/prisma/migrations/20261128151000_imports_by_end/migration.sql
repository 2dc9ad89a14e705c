-- no transaction
CREATE INDEX CONCURRENTLY "imports_account_id_completed_at_idx" ON "imports"("account_id", "completed_at");
