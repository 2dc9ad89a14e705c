-- no transaction
CREATE INDEX CONCURRENTLY "mails_created_at_idx" ON "mails"("created_at");
