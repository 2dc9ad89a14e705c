-- CreateTable
CREATE TABLE "endpoints" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "event_types" TEXT[],
    "description" TEXT,
    "retry_schedule" JSONB,
    "status" TEXT NOT NULL DEFAULT 'enabled',
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "endpoints_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "endpoints_status_check" CHECK ("status" IN ('enabled', 'disabled'))
);

-- CreateTable
CREATE TABLE "messages" (
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "traceparent" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "messages_status_check" CHECK ("status" IN ('pending', 'delivered', 'failed')),
    -- A pending message without a due time would wait for ever.
    CONSTRAINT "messages_due_check" CHECK (("status" = 'pending') = ("due_at" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "attempts" (
    "id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "request_headers" JSONB NOT NULL,
    "response_status" INTEGER,
    "response_headers" JSONB,
    "response_body" TEXT,
    "error" TEXT,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consumer_offsets" (
    "cluster_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "partition" INTEGER NOT NULL,
    "next_offset" BIGINT NOT NULL,

    CONSTRAINT "consumer_offsets_pkey" PRIMARY KEY ("cluster_id","topic","partition")
);

-- CreateIndex
CREATE INDEX "endpoints_account_id_created_at_id_idx" ON "endpoints"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "messages_endpoint_id_event_id_key" ON "messages"("endpoint_id", "event_id");

-- CreateIndex
CREATE INDEX "messages_endpoint_id_created_at_id_idx" ON "messages"("endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "messages_endpoint_id_status_created_at_id_idx" ON "messages"("endpoint_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "attempts_message_id_started_at_idx" ON "attempts"("message_id", "started_at");

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Below: what Prisma's schema language cannot say.

-- Finds the next due messages of an endpoint, and skips from one endpoint's queue to the next. Delivered messages leave it.
CREATE INDEX "messages_due_idx" ON "messages"("endpoint_id", "due_at", "id") WHERE "status" = 'pending';

-- Finds the endpoints that take a type, whoever owns them.
CREATE INDEX "endpoints_event_types_idx" ON "endpoints" USING GIN ("event_types") WHERE "deleted_at" IS NULL AND "status" = 'enabled';
