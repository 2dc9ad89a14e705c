-- no transaction
CREATE INDEX CONCURRENTLY "api_keys_created_by_idx" ON "api_keys"("created_by") WHERE created_by IS NOT NULL;
