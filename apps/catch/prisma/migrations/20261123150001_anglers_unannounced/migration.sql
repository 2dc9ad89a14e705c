-- no transaction
CREATE INDEX CONCURRENTLY anglers_unannounced_idx ON anglers (id) WHERE announced_at IS NULL;
