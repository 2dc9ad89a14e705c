-- Jobs that resend what failed at an endpoint: a queue like every other.
CREATE TABLE "recoveries" (
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "resent" INTEGER NOT NULL DEFAULT 0,
    "reached_at" TIMESTAMPTZ(3),
    "reached_id" TEXT,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "lease" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "stalls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "recoveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "recoveries_status_check" CHECK ("status" IN ('queued', 'running', 'completed', 'failed')),
    CONSTRAINT "recoveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "recoveries_endpoint_id_idx" ON "recoveries"("endpoint_id");

-- An endpoint has one unfinished recovery at most.
CREATE UNIQUE INDEX "recoveries_unfinished_key" ON "recoveries"("endpoint_id") WHERE "finished_at" IS NULL;
