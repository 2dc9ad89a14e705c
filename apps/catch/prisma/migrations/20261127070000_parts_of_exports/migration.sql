-- What the parts of an export contain, so that an erasure has only those parts written again that say something of
-- the angler. A part that the previous release writes has no row and is in no angler's list. The next erasure of an
-- angler in its export marks it as stale, and the export begins again.
CREATE TABLE "export_parts" (
    "export_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "after_id" TEXT NOT NULL,
    "last_id" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,

    CONSTRAINT "export_parts_pkey" PRIMARY KEY ("export_id","name")
);
ALTER TABLE "export_parts" ADD CONSTRAINT "export_parts_export_id_fkey" FOREIGN KEY ("export_id")
  REFERENCES "exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "export_anglers" ADD COLUMN "parts" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];
ALTER TABLE "exports" ADD COLUMN "stale_parts" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
-- The previous release does not look for stale parts when it completes an export. Where it begins an export again, the
-- parts get other names, so the marks of the former ones do not keep the export from being completed.
ALTER TABLE exports ADD CONSTRAINT exports_completed_fresh
  CHECK (status <> 'completed' OR NOT stale_parts && part_names) NOT VALID;
