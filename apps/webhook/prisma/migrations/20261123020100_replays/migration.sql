-- Jobs that send an endpoint the events that it never got: a queue like every other.
CREATE TABLE "replays" (
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "reached_transaction_id" BIGINT NOT NULL DEFAULT 0,
    "reached_position" BIGINT NOT NULL DEFAULT 0,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "lease" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "stalls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "replays_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "replays_status_check" CHECK ("status" IN ('queued', 'running', 'completed', 'failed')),
    CONSTRAINT "replays_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "replays_endpoint_id_idx" ON "replays"("endpoint_id");

-- An endpoint has one unfinished replay at most.
CREATE UNIQUE INDEX "replays_unfinished_key" ON "replays"("endpoint_id") WHERE "finished_at" IS NULL;
