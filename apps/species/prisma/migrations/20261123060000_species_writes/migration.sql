-- Curators write species, and the service follows catches: their number by species, and the heaviest of each.
CREATE TYPE "verification_tier" AS ENUM ('unverified', 'photo', 'witnessed', 'certified');

ALTER TABLE "species" ADD COLUMN "former_records" JSONB NOT NULL DEFAULT '[]',
                      ADD COLUMN "service_record" JSONB,
                      ADD COLUMN "photos" JSONB NOT NULL DEFAULT '[]',
                      ADD COLUMN "edited_fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
                      ADD COLUMN "reported_max_weight_lbs" DOUBLE PRECISION;

CREATE TABLE "deleted_species" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "scientific_name" TEXT NOT NULL,
    "description" JSONB NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_species_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "species_records" (
    "id" TEXT NOT NULL,
    "species_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "is_current" BOOLEAN NOT NULL,
    "region" TEXT,
    "weight_lbs" DOUBLE PRECISION NOT NULL,
    "date" TEXT NOT NULL,
    "place" TEXT,
    "angler" TEXT,
    "source" TEXT,
    "catch_id" TEXT,
    "angler_id" TEXT,
    "caught_region" TEXT,
    "country" TEXT,
    "caught_at" TIMESTAMPTZ(3),
    "verification_tier" "verification_tier",
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "species_records_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "catch_facts" (
    "catch_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "species_id" TEXT NOT NULL,
    "angler_id" TEXT NOT NULL,
    "weight_lbs" DOUBLE PRECISION NOT NULL,
    "region" TEXT,
    "country" TEXT,
    "verification_tier" "verification_tier" NOT NULL,
    "caught_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "catch_facts_pkey" PRIMARY KEY ("catch_id")
);

CREATE TABLE "species_catch_counts" (
    "species_id" TEXT NOT NULL,
    "catches" BIGINT NOT NULL,

    CONSTRAINT "species_catch_counts_pkey" PRIMARY KEY ("species_id")
);

-- Each count is written once per batch of events: leave room on the page for the next version of the row.
ALTER TABLE species_catch_counts SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

CREATE TABLE "anglers" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "named_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "anglers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "consumer_offsets" (
    "cluster_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "partition" INTEGER NOT NULL,
    "next_offset" BIGINT NOT NULL,
    "last_offset" BIGINT,
    "last_event_id" TEXT,
    "last_timestamp" TIMESTAMPTZ(3),

    CONSTRAINT "consumer_offsets_pkey" PRIMARY KEY ("cluster_id","topic","partition")
);

CREATE TABLE "consumer_gaps" (
    "cluster_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "partition" INTEGER NOT NULL,
    "from_offset" BIGINT NOT NULL,
    "to_offset" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "noticed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consumer_gaps_pkey" PRIMARY KEY ("cluster_id","topic","partition","from_offset")
);

CREATE TABLE "idempotency_keys" (
    "account_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "leased_until" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "answer" JSON,
    "subject_id" TEXT,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id","key")
);

ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_held CHECK (token <> '');

-- Each row is written, finished and deleted within a day: keep the table small.
ALTER TABLE idempotency_keys SET (autovacuum_vacuum_scale_factor = 0.02);

CREATE INDEX "deleted_species_slug_idx" ON "deleted_species"("slug");
CREATE INDEX "deleted_species_scientific_name_idx" ON "deleted_species"("scientific_name");
CREATE INDEX "species_records_species_id_weight_lbs_id_idx" ON "species_records"("species_id", "weight_lbs", "id");
CREATE INDEX "species_records_catch_id_idx" ON "species_records"("catch_id");
CREATE UNIQUE INDEX "species_records_current_key" ON "species_records"("species_id", "region") NULLS NOT DISTINCT
  WHERE (is_current AND (kind = 'service'::text));
-- A catch holds each record once, however often it holds it again.
CREATE UNIQUE INDEX "species_records_holder_key" ON "species_records"("species_id", "region", "catch_id") NULLS NOT DISTINCT
  WHERE (kind = 'service'::text);
CREATE INDEX "catch_facts_best_idx" ON "catch_facts"("species_id", "weight_lbs" DESC, "caught_at", "catch_id")
  WHERE ((NOT deleted) AND (verification_tier >= 'witnessed'::verification_tier));
CREATE INDEX "catch_facts_best_of_region_idx" ON "catch_facts"("species_id", "region", "weight_lbs" DESC, "caught_at", "catch_id")
  WHERE ((NOT deleted) AND (verification_tier >= 'witnessed'::verification_tier) AND (region IS NOT NULL));
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- The world records that the catalogue has already, a few hundred at most.
INSERT INTO species_records (id, species_id, kind, is_current, weight_lbs, date, place, angler, source)
SELECT 'rcd_' || substr(id, 5), id, 'world', true, (world_record ->> 'weightLbs')::float8, world_record ->> 'date',
  world_record ->> 'place', world_record ->> 'angler', world_record ->> 'source'
FROM species WHERE world_record IS NOT NULL;
