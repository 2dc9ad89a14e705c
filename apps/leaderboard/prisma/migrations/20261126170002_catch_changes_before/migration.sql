-- no transaction
CREATE INDEX CONCURRENTLY "catch_changes_before_idx" ON "catch_changes" ((before->>'angler_id')) WHERE before IS NOT NULL;
