-- Receivers on loan: addresses of the product that keep what is sent to them for a day.
CREATE TABLE "receivers" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "answer_status" SMALLINT NOT NULL DEFAULT 200,
    "answer_delay_ms" INTEGER NOT NULL DEFAULT 0,
    "received" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "receivers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "receivers_account_id_fkey" FOREIGN KEY ("account_id")
        REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "receivers_account_id_idx" ON "receivers"("account_id");
CREATE INDEX "receivers_expires_at_idx" ON "receivers"("expires_at");

CREATE TABLE "received_requests" (
    "receiver_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "headers" JSONB NOT NULL,
    "body" BYTEA NOT NULL,
    "body_bytes" INTEGER NOT NULL,
    "answered_status" SMALLINT NOT NULL,
    "answered_after_ms" INTEGER NOT NULL,

    CONSTRAINT "received_requests_pkey" PRIMARY KEY ("receiver_id", "number"),
    CONSTRAINT "received_requests_receiver_id_fkey" FOREIGN KEY ("receiver_id")
        REFERENCES "receivers"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
