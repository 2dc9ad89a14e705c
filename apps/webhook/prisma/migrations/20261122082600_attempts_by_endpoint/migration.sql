-- no transaction
CREATE INDEX CONCURRENTLY "attempts_stats_endpoint_id_started_at_idx" ON "attempts"("stats_endpoint_id", "started_at");
