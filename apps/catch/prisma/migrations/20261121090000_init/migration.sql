-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

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

-- CreateTable
CREATE TABLE "consumer_offsets" (
    "cluster_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "partition" INTEGER NOT NULL,
    "next_offset" BIGINT NOT NULL,

    CONSTRAINT "consumer_offsets_pkey" PRIMARY KEY ("cluster_id","topic","partition")
);

-- CreateTable
CREATE TABLE "anglers" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_own" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "anglers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catches" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "angler_id" TEXT NOT NULL,
    "species_id" TEXT NOT NULL,
    "weight_lbs" DOUBLE PRECISION NOT NULL,
    "length_in" DOUBLE PRECISION,
    "depth_ft" DOUBLE PRECISION,
    "caught_at" TIMESTAMPTZ(3) NOT NULL,
    "location_name" TEXT,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "region" TEXT,
    "country" TEXT,
    "has_location" BOOLEAN NOT NULL,
    "method" TEXT,
    "bait" TEXT,
    "water_type" TEXT,
    "released" BOOLEAN,
    "notes" TEXT,
    "external_id" TEXT,
    "metadata" JSONB,
    "verification_tier" SMALLINT NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "catches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catch_counts" (
    "species_id" TEXT NOT NULL,
    "verification_tier" SMALLINT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "catch_counts_pkey" PRIMARY KEY ("species_id","verification_tier")
);

-- CreateTable
CREATE TABLE "catch_count_deltas" (
    "id" BIGSERIAL NOT NULL,
    "species_id" TEXT NOT NULL,
    "verification_tier" SMALLINT NOT NULL,
    "delta" INTEGER NOT NULL,

    CONSTRAINT "catch_count_deltas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verifications" (
    "id" TEXT NOT NULL,
    "catch_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "tier" SMALLINT NOT NULL,
    "status" TEXT NOT NULL,
    "evidence" JSONB NOT NULL,
    "reason" TEXT,
    "requested_by" TEXT NOT NULL,
    "decided_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "species_names" (
    "id" TEXT NOT NULL,
    "common_name" TEXT NOT NULL,
    "scientific_name" TEXT NOT NULL,
    "aliases" TEXT[],
    "max_weight_lbs" DOUBLE PRECISION,
    "version" INTEGER NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "species_names_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "events_transaction_id_position_key" ON "events"("transaction_id", "position");

-- CreateIndex
CREATE INDEX "anglers_account_id_id_idx" ON "anglers"("account_id", "id");

-- CreateIndex
CREATE INDEX "catches_created_at_id_idx" ON "catches"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "catches_species_id_created_at_id_idx" ON "catches"("species_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "catches_weight_lbs_id_idx" ON "catches"("weight_lbs", "id");

-- CreateIndex
CREATE INDEX "catches_caught_at_id_idx" ON "catches"("caught_at", "id");

-- CreateIndex
CREATE INDEX "catches_updated_at_id_idx" ON "catches"("updated_at", "id");

-- CreateIndex
CREATE INDEX "verifications_catch_id_idx" ON "verifications"("catch_id");

-- CreateIndex
CREATE INDEX "verifications_status_created_at_id_idx" ON "verifications"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "verifications_account_id_created_at_id_idx" ON "verifications"("account_id", "created_at" DESC, "id" DESC);

-- What the schema language cannot say.

-- Trigrams find the names nearest to a misspelt one.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- An external_id is free again once its catch is deleted.
CREATE UNIQUE INDEX catches_account_id_external_id_key ON catches (account_id, external_id)
  WHERE external_id IS NOT NULL AND deleted_at IS NULL;

-- An account has one angler of its own.
CREATE UNIQUE INDEX anglers_account_id_own_key ON anglers (account_id) WHERE is_own;

-- The deltas are inserted and deleted all the time: keep the table small.
ALTER TABLE catch_count_deltas SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
