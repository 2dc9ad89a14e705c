-- no transaction
CREATE INDEX CONCURRENTLY "endpoints_deleted_at_idx" ON "endpoints"("deleted_at") WHERE "deleted_at" IS NOT NULL;
