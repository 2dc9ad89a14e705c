-- no transaction
CREATE INDEX CONCURRENTLY "catch_changes_species_before_idx" ON "catch_changes" ((before->>'species_id')) WHERE before->>'verification_tier' <> 'unverified';
