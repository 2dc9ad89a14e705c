-- no transaction
CREATE INDEX CONCURRENTLY "catch_changes_account_id_idx" ON "catch_changes"("account_id", "position");
