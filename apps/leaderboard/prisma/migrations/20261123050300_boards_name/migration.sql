-- no transaction
-- The list of boards sorted by name.
CREATE INDEX CONCURRENTLY boards_name_idx ON boards ((name COLLATE "und-x-icu"), id);
