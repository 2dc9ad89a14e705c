-- no transaction
CREATE INDEX CONCURRENTLY "species_common_name_id_idx" ON "species" ("common_name" COLLATE "folded", "id");
