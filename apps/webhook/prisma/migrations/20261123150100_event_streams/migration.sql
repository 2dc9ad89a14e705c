-- The event streams that are open at all copies of the service. One whose copy died expires.
CREATE TABLE "event_streams" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "process_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_streams_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "event_streams_account_id_idx" ON "event_streams"("account_id");

-- CreateIndex
CREATE INDEX "event_streams_process_id_idx" ON "event_streams"("process_id");

-- CreateIndex
CREATE INDEX "event_streams_expires_at_idx" ON "event_streams"("expires_at");
