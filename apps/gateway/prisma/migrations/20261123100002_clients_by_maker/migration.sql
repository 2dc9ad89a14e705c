-- no transaction
CREATE INDEX CONCURRENTLY "oauth_clients_created_by_idx" ON "oauth_clients"("created_by") WHERE created_by IS NOT NULL;
