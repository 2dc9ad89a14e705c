-- CreateEnum
CREATE TYPE "verification_tier" AS ENUM ('unverified', 'photo', 'witnessed', 'certified');

-- CreateTable
CREATE TABLE "boards" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "species_id" TEXT,
    "region" TEXT,
    "min_verification_tier" "verification_tier" NOT NULL DEFAULT 'photo',
    "period" TEXT NOT NULL DEFAULT 'all_time',
    "account_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "boards_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "standings" (
    "board_id" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "entry_count" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "standings_pkey" PRIMARY KEY ("board_id","period")
);

-- CreateTable
CREATE TABLE "entries" (
    "board_id" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "angler_id" TEXT NOT NULL,
    "score" DECIMAL(14,3) NOT NULL,
    "achieved_at" TIMESTAMPTZ(3) NOT NULL,
    "catch_id" TEXT NOT NULL,
    "previous_rank" INTEGER,

    CONSTRAINT "entries_pkey" PRIMARY KEY ("board_id","period","angler_id")
);

-- CreateTable
CREATE TABLE "catch_facts" (
    "catch_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "angler_id" TEXT NOT NULL,
    "species_id" TEXT NOT NULL,
    "weight_lbs" DECIMAL(10,3) NOT NULL,
    "region" TEXT,
    "verification_tier" "verification_tier" NOT NULL,
    "caught_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "catch_facts_pkey" PRIMARY KEY ("catch_id")
);

-- CreateTable
CREATE TABLE "anglers" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "named_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "anglers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "species" (
    "id" TEXT NOT NULL,
    "common_name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "species_pkey" PRIMARY KEY ("id")
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

-- CreateTable
CREATE TABLE "consumer_offsets" (
    "cluster_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "partition" INTEGER NOT NULL,
    "next_offset" BIGINT NOT NULL,

    CONSTRAINT "consumer_offsets_pkey" PRIMARY KEY ("cluster_id","topic","partition")
);

-- CreateIndex
CREATE INDEX "boards_species_id_idx" ON "boards"("species_id");

-- CreateIndex
-- Two built-in boards of all species, or of all regions, would otherwise count as different rules.
CREATE UNIQUE INDEX "boards_built_in_rule_key" ON "boards"("metric", "species_id", "region", "min_verification_tier", "period") NULLS NOT DISTINCT WHERE (account_id IS NULL);

-- CreateIndex
CREATE INDEX "entries_rank_idx" ON "entries"("board_id", "period", "score" DESC, "achieved_at", "angler_id");

-- CreateIndex
CREATE INDEX "catch_facts_best_idx" ON "catch_facts"("angler_id", "weight_lbs" DESC, "caught_at", "catch_id") WHERE ((NOT deleted) AND (verification_tier >= 'photo'::verification_tier));

-- CreateIndex
CREATE UNIQUE INDEX "events_transaction_id_position_key" ON "events"("transaction_id", "position");

-- AddForeignKey
ALTER TABLE "standings" ADD CONSTRAINT "standings_board_id_fkey" FOREIGN KEY ("board_id") REFERENCES "boards"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entries" ADD CONSTRAINT "entries_board_id_period_fkey" FOREIGN KEY ("board_id", "period") REFERENCES "standings"("board_id", "period") ON DELETE CASCADE ON UPDATE CASCADE;
