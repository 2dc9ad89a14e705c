CREATE TABLE "catch_tombstones" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "angler_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catch_tombstones_pkey" PRIMARY KEY ("id")
);

INSERT INTO catch_tombstones SELECT id, account_id, angler_id, version, deleted_at FROM catches WHERE deleted_at IS NOT NULL;
DELETE FROM catches WHERE deleted_at IS NOT NULL;

DROP INDEX "catches_created_at_id_idx";
DROP INDEX "catches_species_id_created_at_id_idx";
DROP INDEX catches_account_id_external_id_key;

ALTER TABLE "catches" DROP COLUMN "deleted_at";

CREATE INDEX "catch_tombstones_deleted_at_id_idx" ON "catch_tombstones"("deleted_at", "id");
CREATE INDEX "catches_created_at_id_idx" ON "catches"("created_at", "id");
CREATE INDEX "catches_species_id_created_at_id_idx" ON "catches"("species_id", "created_at", "id");

-- Most catches have no external_id: they need no room in its index.
CREATE UNIQUE INDEX catches_account_id_external_id_key ON catches (account_id, external_id) WHERE external_id IS NOT NULL;
