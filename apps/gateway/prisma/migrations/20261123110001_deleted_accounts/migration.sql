-- no transaction
CREATE INDEX CONCURRENTLY "accounts_deleted_at_idx" ON "accounts"("deleted_at") WHERE "deleted_at" IS NOT NULL;
