-- Where this service continues to read each partition, and messages that it may have missed.
CREATE TABLE "consumer_offsets" (
    "cluster_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "partition" INTEGER NOT NULL,
    "next_offset" BIGINT NOT NULL,
    "last_offset" BIGINT,
    "last_event_id" TEXT,
    "last_timestamp" TIMESTAMPTZ(3),

    CONSTRAINT "consumer_offsets_pkey" PRIMARY KEY ("cluster_id","topic","partition")
);

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
