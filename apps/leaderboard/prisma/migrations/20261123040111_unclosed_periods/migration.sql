-- no transaction
CREATE INDEX CONCURRENTLY "standings_unclosed_idx" ON "standings"("period") WHERE (closed_at IS NULL);
