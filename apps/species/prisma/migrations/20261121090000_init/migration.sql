-- Likeness of words and distance between spellings, for search. Both are trusted: the database's owner may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- CreateTable
CREATE TABLE "species" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "common_name" TEXT NOT NULL,
    "scientific_name" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "order" TEXT NOT NULL,
    "water" TEXT NOT NULL,
    "regions" TEXT[],
    "common_names" JSONB NOT NULL,
    "world_record" JSONB,
    "max_weight_lbs" DOUBLE PRECISION,
    "max_length_in" DOUBLE PRECISION,
    "version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "species_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "species_terms" (
    "species_id" TEXT NOT NULL,
    "term" TEXT NOT NULL,
    "rank" SMALLINT NOT NULL,

    CONSTRAINT "species_terms_pkey" PRIMARY KEY ("species_id","term")
);

-- CreateTable
CREATE TABLE "events" (
    "position" BIGSERIAL NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "stream_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "personal" JSONB,
    "person_id" TEXT,
    "metadata" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("stream_id","version")
);

-- CreateTable
CREATE TABLE "relay_checkpoints" (
    "name" TEXT NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "position" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "relay_checkpoints_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "species_slug_key" ON "species"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "species_scientific_name_key" ON "species"("scientific_name");

-- CreateIndex
CREATE UNIQUE INDEX "events_transaction_id_position_key" ON "events"("transaction_id", "position");

-- AddForeignKey
ALTER TABLE "species_terms" ADD CONSTRAINT "species_terms_species_id_fkey" FOREIGN KEY ("species_id") REFERENCES "species"("id") ON DELETE CASCADE ON UPDATE CASCADE;
