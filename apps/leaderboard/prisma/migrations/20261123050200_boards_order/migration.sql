-- no transaction
-- The order of the list of boards, without case and accents.
CREATE INDEX CONCURRENTLY boards_order_idx ON boards ((species_id IS NOT NULL), (name COLLATE "und-x-icu"), id);
