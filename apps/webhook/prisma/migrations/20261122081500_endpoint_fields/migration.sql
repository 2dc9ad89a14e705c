-- Copies of the previous release ignore these columns: they go on writing and reading endpoints without them.
ALTER TABLE "endpoints"
    ADD COLUMN "filter" JSONB,
    ADD COLUMN "ordering" TEXT NOT NULL DEFAULT 'none',
    ADD COLUMN "max_rate_per_second" INTEGER,
    ADD COLUMN "headers" TEXT,
    ADD COLUMN "previous_secrets" JSONB,
    ADD COLUMN "next_slot_at" TIMESTAMPTZ(3);
