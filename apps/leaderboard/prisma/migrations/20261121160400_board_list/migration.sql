-- The order of the list of boards: those of all species first, then by name.
CREATE INDEX boards_list_idx ON boards ((species_id IS NOT NULL), name, id);
