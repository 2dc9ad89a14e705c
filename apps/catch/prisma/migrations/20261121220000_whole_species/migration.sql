-- The catalogue's whole species, for who expands it beside a catch. The catalogue is read once more to fill it: its topic keeps each species.
ALTER TABLE species_names ADD COLUMN document JSON;
UPDATE species_names SET version = 0;
DELETE FROM consumer_offsets WHERE topic = 'species.catalog';
