ALTER TABLE "endpoints" ADD COLUMN "disabled_at" TIMESTAMPTZ(3),
                        ADD COLUMN "disabled_reason" TEXT;

CREATE TABLE "deleted_accounts" (
    "account_id" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_accounts_pkey" PRIMARY KEY ("account_id")
);
