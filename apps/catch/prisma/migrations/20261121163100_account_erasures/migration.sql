CREATE TABLE "account_erasures" (
    "account_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_erasures_pkey" PRIMARY KEY ("account_id")
);
CREATE INDEX "account_erasures_due_at_idx" ON "account_erasures"("due_at") WHERE "due_at" IS NOT NULL;
