-- no transaction
CREATE INDEX CONCURRENTLY "person_sessions_created_at_idx" ON "person_sessions"("created_at");
