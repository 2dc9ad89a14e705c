-- no transaction
CREATE INDEX CONCURRENTLY anglers_unfinished_erasures_idx ON anglers (id)
  WHERE erased_at IS NOT NULL AND erasure_finished_at IS NULL;
