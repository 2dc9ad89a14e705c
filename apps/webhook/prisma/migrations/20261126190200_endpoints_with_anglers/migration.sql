-- no transaction
-- Finds the endpoints that may watch an angler.
CREATE INDEX CONCURRENTLY "endpoints_with_anglers_idx" ON "endpoints"("id")
  WHERE "deleted_at" IS NULL AND ("filter" ->> 'angler_id') IS NOT NULL;
