-- no transaction
-- In the order in which rankings are filled, so that a page of it is read and no more.
CREATE INDEX CONCURRENTLY "catch_changes_before_order_idx" ON "catch_changes" ((before->>'angler_id'), (before->>'caught_at'), "catch_id", "position") WHERE before IS NOT NULL;
