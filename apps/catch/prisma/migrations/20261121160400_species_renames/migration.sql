ALTER TABLE "species_names" ADD COLUMN "renamed_at" TIMESTAMPTZ(3),
  ADD COLUMN "touch_due_at" TIMESTAMPTZ(3),
  ADD COLUMN "touched_to" JSONB;

-- What the schema language cannot say: none, most of the time.
CREATE INDEX species_names_touch_due_at_idx ON species_names (touch_due_at) WHERE touch_due_at IS NOT NULL;
