-- no transaction
CREATE INDEX CONCURRENTLY "oauth_clients_deleted_at_idx" ON "oauth_clients"("deleted_at") WHERE deleted_at IS NOT NULL;
