-- Accounts whose changes of catches do not share batches with those of others.
CREATE TABLE "suspected_accounts" (
    "account_id" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "suspected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "batch_size" INTEGER NOT NULL,
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "suspicions" INTEGER NOT NULL DEFAULT 1,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "suspected_accounts_pkey" PRIMARY KEY ("account_id")
);
