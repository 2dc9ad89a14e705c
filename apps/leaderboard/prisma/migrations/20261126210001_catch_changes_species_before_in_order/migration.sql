-- no transaction
CREATE INDEX CONCURRENTLY "catch_changes_species_before_order_idx" ON "catch_changes" ((before->>'species_id'), (before->>'angler_id'), (before->>'caught_at'), "catch_id", "position") WHERE before->>'verification_tier' <> 'unverified';
