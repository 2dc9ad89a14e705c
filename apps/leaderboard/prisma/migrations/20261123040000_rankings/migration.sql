-- What the API writes of a board.
ALTER TABLE "boards" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1,
                     ADD COLUMN "is_named" BOOLEAN NOT NULL DEFAULT false;

-- Erased anglers have no rankings of their own any more.
ALTER TABLE "anglers" ADD COLUMN "erased_at" TIMESTAMPTZ(3);

-- Measures of catches. `measured_version` is the version that they belong to: the previous release writes none.
ALTER TABLE "catch_facts" ADD COLUMN "length_in" DECIMAL(10,3),
                          ADD COLUMN "depth_ft" DECIMAL(10,3),
                          ADD COLUMN "measured_version" INTEGER NOT NULL DEFAULT 0;

-- When the end of the period was published. NULL: not yet.
ALTER TABLE "standings" ADD COLUMN "closed_at" TIMESTAMPTZ(3);

-- The entries of a rule, which every board with this rule shows.
CREATE TABLE "rankings" (
    "id" SERIAL NOT NULL,
    "metric" TEXT NOT NULL,
    "species_id" TEXT,
    "region" TEXT,
    "min_verification_tier" "verification_tier" NOT NULL,
    "period" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'filling',
    "filled_through" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rankings_pkey" PRIMARY KEY ("id")
);

-- A rule is computed once, and once more while it is being rebuilt.
CREATE UNIQUE INDEX "rankings_rule_key" ON "rankings"("metric", "species_id", "region", "min_verification_tier", "period", "state") NULLS NOT DISTINCT WHERE (state <> 'retired');
CREATE INDEX "rankings_species_id_idx" ON "rankings"("species_id") WHERE (state <> 'retired');
CREATE INDEX "rankings_filling_idx" ON "rankings"("id") WHERE (state = 'filling');

-- Which ranking a board shows or showed, and when.
CREATE TABLE "board_rankings" (
    "board_id" TEXT NOT NULL,
    "served_from" TIMESTAMPTZ(3) NOT NULL,
    "served_until" TIMESTAMPTZ(3),
    "ranking_id" INTEGER NOT NULL,

    CONSTRAINT "board_rankings_pkey" PRIMARY KEY ("board_id","served_from")
);
CREATE UNIQUE INDEX "board_rankings_serving_key" ON "board_rankings"("board_id") WHERE (served_until IS NULL);
CREATE INDEX "board_rankings_ranking_id_idx" ON "board_rankings"("ranking_id");

-- Boards that have to show another ranking than they do: a queue.
CREATE TABLE "board_jobs" (
    "board_id" TEXT NOT NULL,
    "traceparent" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "board_jobs_pkey" PRIMARY KEY ("board_id")
);

-- A ranking in one period.
CREATE TABLE "ranking_periods" (
    "id" SERIAL NOT NULL,
    "ranking_id" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "entry_count" INTEGER NOT NULL DEFAULT 0,
    "last_moved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity',

    CONSTRAINT "ranking_periods_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "ranking_periods_ranking_id_period_key" ON "ranking_periods"("ranking_id", "period");

-- `placing` is minus the score in thousandths: entries in rank order ascend by placing, achieved_at and angler_id.
CREATE TABLE "ranked_entries" (
    "angler_id" TEXT COLLATE "C" NOT NULL,
    "period_id" INTEGER NOT NULL,
    "placing" BIGINT NOT NULL,
    "achieved_at" TIMESTAMPTZ(3) NOT NULL,
    "catch_id" TEXT,
    "catches" INTEGER NOT NULL DEFAULT 1,
    "previous_rank" INTEGER,
    "known_from" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ranked_entries_pkey" PRIMARY KEY ("angler_id","period_id")
);
CREATE INDEX "ranked_entries_rank_idx" ON "ranked_entries"("period_id", "placing", "achieved_at", "angler_id", "known_from");

-- What entries were before, for readers of a past moment.
CREATE TABLE "entry_versions" (
    "angler_id" TEXT COLLATE "C" NOT NULL,
    "period_id" INTEGER NOT NULL,
    "known_from" TIMESTAMPTZ(3) NOT NULL,
    "known_until" TIMESTAMPTZ(3) NOT NULL,
    "placing" BIGINT NOT NULL,
    "achieved_at" TIMESTAMPTZ(3) NOT NULL,
    "catch_id" TEXT,
    "previous_rank" INTEGER,

    CONSTRAINT "entry_versions_pkey" PRIMARY KEY ("angler_id","period_id","known_from")
);
CREATE INDEX "entry_versions_time_idx" ON "entry_versions"("period_id", "known_until", "known_from", "placing", "achieved_at", "angler_id");

-- Numbers of entries by ranges of ranks: a segment reaches from its first possible entry to the next segment, a block over
-- many segments.
CREATE TABLE "rank_segments" (
    "period_id" INTEGER NOT NULL,
    "placing" BIGINT NOT NULL,
    "achieved_at" TIMESTAMPTZ(3) NOT NULL,
    "angler_id" TEXT COLLATE "C" NOT NULL,
    "entries" INTEGER NOT NULL,

    CONSTRAINT "rank_segments_pkey" PRIMARY KEY ("period_id","placing","achieved_at","angler_id")
) WITH (fillfactor = 70);
CREATE TABLE "rank_blocks" (
    "period_id" INTEGER NOT NULL,
    "placing" BIGINT NOT NULL,
    "achieved_at" TIMESTAMPTZ(3) NOT NULL,
    "angler_id" TEXT COLLATE "C" NOT NULL,
    "entries" INTEGER NOT NULL,
    "segments" INTEGER NOT NULL,

    CONSTRAINT "rank_blocks_pkey" PRIMARY KEY ("period_id","placing","achieved_at","angler_id")
) WITH (fillfactor = 70);

-- The species that an angler has caught, for the metric `species_count`.
CREATE TABLE "species_tallies" (
    "angler_id" TEXT COLLATE "C" NOT NULL,
    "period_id" INTEGER NOT NULL,
    "species_id" TEXT NOT NULL,
    "catches" INTEGER NOT NULL,
    "first_caught_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "species_tallies_pkey" PRIMARY KEY ("angler_id","period_id","species_id")
);
CREATE INDEX "species_tallies_period_id_idx" ON "species_tallies"("period_id");

-- Changes of catches that entries do not show yet, in the order of each catch's versions.
CREATE TABLE "catch_changes" (
    "position" BIGSERIAL NOT NULL,
    "catch_id" TEXT NOT NULL,
    "before" JSON,
    "after" JSON,
    "traceparent" TEXT,

    CONSTRAINT "catch_changes_pkey" PRIMARY KEY ("position")
);

-- Anglers about whom every move is published, and how many endpoints watch them.
CREATE TABLE "watched_anglers" (
    "endpoint_id" TEXT NOT NULL,
    "angler_id" TEXT NOT NULL,

    CONSTRAINT "watched_anglers_pkey" PRIMARY KEY ("endpoint_id","angler_id")
);
CREATE INDEX "watched_anglers_angler_id_idx" ON "watched_anglers"("angler_id");
CREATE TABLE "watching_endpoints" (
    "endpoint_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "watching_endpoints_pkey" PRIMARY KEY ("endpoint_id")
);
