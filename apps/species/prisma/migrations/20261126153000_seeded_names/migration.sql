-- The scientific name under which the seed knows a species, whatever a person calls it.
ALTER TABLE "species" ADD COLUMN "seeded_name" TEXT;
ALTER TABLE "deleted_species" ADD COLUMN "seeded_name" TEXT;

-- The seed never changed a scientific name: it is the one of the registration, unless a person made that. There are a few
-- hundred species.
UPDATE species SET seeded_name = events.data #>> '{species,scientificName}'
FROM events WHERE events.stream_id = species.id AND events.version = 1 AND events.metadata ->> 'actor' IS NULL;
UPDATE deleted_species SET seeded_name = events.data #>> '{species,scientificName}'
FROM events WHERE events.stream_id = deleted_species.id AND events.version = 1 AND events.metadata ->> 'actor' IS NULL;
