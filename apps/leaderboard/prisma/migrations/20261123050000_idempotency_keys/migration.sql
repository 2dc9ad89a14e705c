-- Boards are made through the API now, and a creation can be repeated under a key.
CREATE TABLE "idempotency_keys" (
    "account_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "leased_until" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "answer" JSON,
    "subject_id" TEXT,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id","key")
);

CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- Each row is written, finished and deleted within a day: keep the table small.
ALTER TABLE idempotency_keys SET (autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_held CHECK (token <> '');
