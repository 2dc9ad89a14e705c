-- no transaction
CREATE INDEX CONCURRENTLY "imports_account_id_created_at_id_idx" ON "imports"("account_id", "created_at", "id");
