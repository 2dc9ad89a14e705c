-- Since when an endpoint has failed without a success in between, how often, and how many events tell of it.
ALTER TABLE "endpoints" ADD COLUMN "failing_since" TIMESTAMPTZ(3),
                        ADD COLUMN "failed_attempts" INTEGER NOT NULL DEFAULT 0,
                        ADD COLUMN "event_version" INTEGER NOT NULL DEFAULT 0;

-- A message that is resent begins its retry schedule anew.
ALTER TABLE "messages" ADD COLUMN "earlier_attempts" INTEGER NOT NULL DEFAULT 0;

-- The endpoint in whose statistics an attempt counts.
ALTER TABLE "attempts" ADD COLUMN "stats_endpoint_id" TEXT;

-- Events about endpoints that are still to be published: a queue like every other.
CREATE TABLE "endpoint_events" (
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "account_id" TEXT NOT NULL,
    "endpoint" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "published_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "stalls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "endpoint_events_pkey" PRIMARY KEY ("id")
);

-- Finds the earlier events of an endpoint.
CREATE UNIQUE INDEX "endpoint_events_endpoint_id_version_key" ON "endpoint_events"("endpoint_id", "version");
