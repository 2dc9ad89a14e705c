-- The last record that was handled, beside the offset after it: an offset is trusted while its record is that one.
ALTER TABLE "consumer_offsets" ADD COLUMN "last_offset" BIGINT,
                               ADD COLUMN "last_event_id" TEXT,
                               ADD COLUMN "last_timestamp" TIMESTAMPTZ(3);

-- Messages that this service may have missed, until an operator acknowledges them.
CREATE TABLE "consumer_gaps" (
    "cluster_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "partition" INTEGER NOT NULL,
    "from_offset" BIGINT NOT NULL,
    "to_offset" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "noticed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consumer_gaps_pkey" PRIMARY KEY ("cluster_id","topic","partition","from_offset")
);
