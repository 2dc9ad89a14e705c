-- Accounts that are gone for good: a queue until their boards are deleted, and what refuses further ones for ever.
CREATE TABLE "deleted_accounts" (
    "account_id" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "lease" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "stalls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "deleted_accounts_pkey" PRIMARY KEY ("account_id")
);
CREATE INDEX "deleted_accounts_due_at_idx" ON "deleted_accounts"("due_at") WHERE "due_at" IS NOT NULL;
