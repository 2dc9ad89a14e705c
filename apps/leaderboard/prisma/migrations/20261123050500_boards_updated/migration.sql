-- no transaction
-- The list of boards sorted by their last change.
CREATE INDEX CONCURRENTLY boards_updated_at_idx ON boards (updated_at, id);
