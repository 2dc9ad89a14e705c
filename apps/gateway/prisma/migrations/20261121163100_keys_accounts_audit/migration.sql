CREATE EXTENSION IF NOT EXISTS pg_trgm;

ALTER TABLE "accounts" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
                       ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
UPDATE "accounts" SET "updated_at" = "created_at";

-- Lists never show what was deleted.
CREATE INDEX "accounts_created_at_idx" ON "accounts"("created_at", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "accounts_updated_at_idx" ON "accounts"("updated_at", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "accounts_name_idx" ON "accounts"("name", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "accounts_email_idx" ON "accounts"(lower("email"), "created_at", "id") WHERE "deleted_at" IS NULL;
CREATE INDEX "accounts_words_idx" ON "accounts" USING gin (lower("name" || ' ' || coalesce("email", '')) gin_trgm_ops) WHERE "deleted_at" IS NULL;

ALTER TABLE "api_keys" ADD COLUMN "allowed_cidrs" TEXT[] DEFAULT ARRAY[]::TEXT[],
                       ADD COLUMN "rate_limit" INTEGER,
                       ADD COLUMN "rate_window_seconds" INTEGER,
                       ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
                       ADD COLUMN "replaced_by" TEXT;
UPDATE "api_keys" SET "updated_at" = "created_at";

CREATE INDEX "api_keys_account_id_created_at_id_idx" ON "api_keys"("account_id", "created_at", "id");
CREATE INDEX "api_keys_account_id_name_id_idx" ON "api_keys"("account_id", "name", "id");
DROP INDEX "api_keys_account_id_idx";

ALTER TABLE "audit_entries" ADD COLUMN "counted_as" TEXT;
CREATE UNIQUE INDEX "audit_entries_counted_as_key" ON "audit_entries"("counted_as");
CREATE INDEX "audit_entries_action_at_id_idx" ON "audit_entries"("action", "at", "id");
CREATE INDEX "audit_entries_actor_id_at_id_idx" ON "audit_entries"("actor_id", "at", "id");
CREATE INDEX "audit_entries_target_id_at_id_idx" ON "audit_entries"("target_id", "at", "id");
CREATE INDEX "audit_entries_address_at_id_idx" ON "audit_entries"("address", "at", "id");

CREATE TABLE "events" (
    "position" BIGSERIAL NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "lane" SMALLINT NOT NULL DEFAULT 0,
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
CREATE UNIQUE INDEX "events_lane_transaction_id_position_key" ON "events"("lane", "transaction_id", "position");

CREATE TABLE "relay_checkpoints" (
    "name" TEXT NOT NULL,
    "lane" SMALLINT NOT NULL DEFAULT 0,
    "transaction_id" BIGINT NOT NULL,
    "position" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "relay_checkpoints_pkey" PRIMARY KEY ("name", "lane")
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
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- Each row is written, finished and deleted within a day: keep the table small.
ALTER TABLE idempotency_keys SET (autovacuum_vacuum_scale_factor = 0.02);
