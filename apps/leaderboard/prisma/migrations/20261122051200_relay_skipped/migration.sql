CREATE TABLE "relay_skipped" (
    "event_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "skipped_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "relay_skipped_pkey" PRIMARY KEY ("event_id")
);
