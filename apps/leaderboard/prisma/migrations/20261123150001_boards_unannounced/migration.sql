-- no transaction
CREATE INDEX CONCURRENTLY boards_unannounced_idx ON boards (id) WHERE announced_version IS DISTINCT FROM version;
