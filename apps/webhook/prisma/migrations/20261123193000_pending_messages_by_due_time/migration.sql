-- no transaction
CREATE INDEX CONCURRENTLY "pending_messages_endpoint_id_due_at_idx" ON "pending_messages"("endpoint_id", "due_at");
