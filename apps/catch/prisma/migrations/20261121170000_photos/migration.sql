-- AlterTable
ALTER TABLE "catches" ADD COLUMN     "photos" JSONB;

-- Most catches have no photo, so these indexes are small. Whose file it is must be known at once: no pending list.
CREATE INDEX "catches_photos_idx" ON "catches" USING gin ("photos" jsonb_path_ops) WITH (fastupdate = off) WHERE "photos" IS NOT NULL;
CREATE INDEX "catches_with_photo_created_at_id_idx" ON "catches" ("created_at", "id") WHERE "photos" IS NOT NULL;

-- CreateTable
CREATE TABLE "photo_leftovers" (
    "digest" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "photo_leftovers_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "photo_leftovers_since_idx" ON "photo_leftovers"("since");
