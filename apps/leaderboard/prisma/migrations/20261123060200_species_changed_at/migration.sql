-- When what is known of a species happened: a deletion has no version, and is compared by its time.
ALTER TABLE "species" ADD COLUMN "changed_at" TIMESTAMPTZ(3);
