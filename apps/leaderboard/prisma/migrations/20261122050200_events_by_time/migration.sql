-- no transaction
CREATE INDEX CONCURRENTLY "events_occurred_at_idx" ON "events"("occurred_at");
