-- How far the event log was sent again, for each consumer, so that a run that was stopped continues.
CREATE TABLE "republish_runs" (
    "consumer" TEXT NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "position" BIGINT NOT NULL,
    "end_transaction_id" BIGINT NOT NULL,
    "end_position" BIGINT NOT NULL,
    "sent" BIGINT NOT NULL,
    "total" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "republish_runs_pkey" PRIMARY KEY ("consumer")
);
