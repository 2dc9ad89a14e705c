-- no transaction
CREATE INDEX CONCURRENTLY "api_keys_replaced_by_idx" ON "api_keys"("replaced_by") WHERE replaced_by IS NOT NULL;
