-- The photos of catches that may be shown as photos of a species: those of verified catches.
CREATE TABLE "catch_photos" (
    "catch_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "species_id" TEXT NOT NULL,
    "angler_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "photos" JSONB NOT NULL,

    CONSTRAINT "catch_photos_pkey" PRIMARY KEY ("catch_id")
);

-- Those that are shown so.
CREATE TABLE "promoted_photos" (
    "photo_id" TEXT NOT NULL,
    "species_id" TEXT NOT NULL,
    "catch_id" TEXT NOT NULL,
    "angler_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,

    CONSTRAINT "promoted_photos_pkey" PRIMARY KEY ("photo_id"),
    CONSTRAINT "promoted_photos_species_id_fkey" FOREIGN KEY ("species_id") REFERENCES "species"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "promoted_photos_species_id_idx" ON "promoted_photos"("species_id");

-- CreateIndex
CREATE INDEX "promoted_photos_catch_id_idx" ON "promoted_photos"("catch_id");

-- CreateIndex
CREATE INDEX "promoted_photos_angler_id_idx" ON "promoted_photos"("angler_id");

-- Promoted photos whose catch changed, to be looked at: a queue like every other.
CREATE TABLE "photo_checks" (
    "photo_id" TEXT NOT NULL,
    "is_erased" BOOLEAN NOT NULL DEFAULT false,
    "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "lease" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "stalls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "photo_checks_pkey" PRIMARY KEY ("photo_id")
);

-- Photos that their owner does not want to be shown so, ever.
CREATE TABLE "withdrawn_photos" (
    "photo_id" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "withdrawn_photos_pkey" PRIMARY KEY ("photo_id")
);
