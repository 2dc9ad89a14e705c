-- no transaction
CREATE INDEX CONCURRENTLY "anglers_name_idx" ON "anglers"("id", "name");
