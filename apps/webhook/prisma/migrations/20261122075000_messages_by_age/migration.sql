-- no transaction
CREATE INDEX CONCURRENTLY "messages_created_at_idx" ON "messages"("created_at");
