-- Names in the order of a dictionary: case and accents make no difference.
CREATE COLLATION "folded" (provider = icu, locale = 'und-u-ks-level1', deterministic = false);

-- Species with how often they are caught.
CREATE VIEW "listed_species" AS
SELECT species.id, species.slug, species.common_name, species.scientific_name, species.family, species."order",
  species.water, species.regions, species.common_names, species.world_record, species.former_records,
  species.service_record, species.photos, species.edited_fields, species.max_weight_lbs,
  species.reported_max_weight_lbs, species.max_length_in, species.version, species.created_at, species.updated_at,
  coalesce(species_catch_counts.catches, 0) AS catches_logged
FROM species LEFT JOIN species_catch_counts ON species_catch_counts.species_id = species.id;
