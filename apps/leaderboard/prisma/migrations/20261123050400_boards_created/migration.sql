-- no transaction
-- The list of boards sorted by age.
CREATE INDEX CONCURRENTLY boards_created_at_idx ON boards (created_at, id);
