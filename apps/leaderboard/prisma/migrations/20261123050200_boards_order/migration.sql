-- no transaction
-- The order of the list of boards: standard ones first, those of all species before others, then by name without case and
-- accents.
CREATE INDEX CONCURRENTLY boards_order_idx ON boards ((account_id IS NOT NULL), (species_id IS NOT NULL), (name COLLATE "und-x-icu"), id);
