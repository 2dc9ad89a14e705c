-- The tables of the next releases beside "messages" and "attempts", which copies of the previous release go on using.
-- A background job moves their rows. They are dropped in a later release.

-- One event for one endpoint; what is sent stands in "webhook_events". Partitioned by the day of the event.
CREATE TABLE "webhook_messages" (
    "id" TEXT COLLATE "C" NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT COLLATE "C" NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "earlier_attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_messages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_messages_status_check" CHECK ("status" IN ('pending', 'delivered', 'failed'))
) PARTITION BY RANGE ("id");

CREATE INDEX "webhook_messages_endpoint_id_created_at_id_idx"
  ON "webhook_messages"("endpoint_id", "created_at" DESC, "id" DESC);
CREATE INDEX "webhook_messages_endpoint_id_status_created_at_id_idx"
  ON "webhook_messages"("endpoint_id", "status", "created_at" DESC, "id" DESC);
CREATE INDEX "webhook_messages_event_id_endpoint_id_idx" ON "webhook_messages"("event_id", "endpoint_id");

-- With their messages: the same days.
CREATE TABLE "webhook_attempts" (
    "message_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "request_headers" JSONB NOT NULL,
    "response_status" INTEGER,
    "response_headers" JSONB,
    "response_body" TEXT,
    "error" TEXT,
    "stats_endpoint_id" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("message_id", "id")
) PARTITION BY RANGE ("message_id");

CREATE INDEX "webhook_attempts_stats_endpoint_id_started_at_idx"
  ON "webhook_attempts"("stats_endpoint_id", "started_at");

CREATE TABLE "webhook_messages_default" PARTITION OF "webhook_messages" DEFAULT;
CREATE TABLE "webhook_attempts_default" PARTITION OF "webhook_attempts" DEFAULT;

DO $$
DECLARE
  parent text;
  day date;
BEGIN
  FOREACH parent IN ARRAY ARRAY['webhook_messages', 'webhook_attempts'] LOOP
    FOR day IN
      SELECT generate_series((now() AT TIME ZONE 'UTC')::date - 31, (now() AT TIME ZONE 'UTC')::date + 7, '1 day')
    LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        parent || '_' || to_char(day, 'YYYYMMDD'), parent, first_id_at('msg', day::timestamp AT TIME ZONE 'UTC'),
        first_id_at('msg', (day + 1)::timestamp AT TIME ZONE 'UTC'));
    END LOOP;
  END LOOP;
END
$$;

-- The messages with the status `pending`, and nothing else: what claims read and leases write.
CREATE TABLE "pending_messages" (
    "message_id" TEXT COLLATE "C" NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT COLLATE "C" NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "sequence" BIGINT,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "earlier_attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_messages_pkey" PRIMARY KEY ("message_id")
);

-- Rows come and go. A plan that is kept from when the table was empty would read all of a backlog: the table begins
-- with some empty pages and never shrinks, so that every plan uses the indexes.
INSERT INTO pending_messages (message_id, endpoint_id, event_id, type, subject, next_attempt_at, due_at, created_at)
SELECT 'msg_' || number, 'we_', 'evt_', '', repeat('-', 100), now(), now(), now()
FROM generate_series(1, 10000) AS number;
DELETE FROM pending_messages;
ALTER TABLE pending_messages SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.02, vacuum_truncate = false);

CREATE INDEX "pending_messages_endpoint_id_due_at_message_id_idx"
  ON "pending_messages"("endpoint_id", "due_at", "message_id");

-- Finds the earlier messages of a subject. Messages that wait for nothing are not in it.
CREATE INDEX "pending_messages_subject_idx" ON "pending_messages"("endpoint_id", "subject", "sequence")
  WHERE "sequence" IS NOT NULL;

-- Events whose messages are still to be written for the endpoints after `after_endpoint_id`: a queue like every other.
CREATE TABLE "fan_outs" (
    "id" TEXT NOT NULL,
    "event_ids" TEXT[] NOT NULL,
    "first_position" BIGINT NOT NULL,
    "after_endpoint_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "stalls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "fan_outs_pkey" PRIMARY KEY ("id")
);

-- Endpoints that were disabled or deleted, whose messages from before are still to be failed: a queue like every other.
CREATE TABLE "queue_purges" (
    "endpoint_id" TEXT NOT NULL,
    "purge_before" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "stalls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "queue_purges_pkey" PRIMARY KEY ("endpoint_id")
);
