-- Which hosts have taken a webhook of an account, and when one that has not may get the account's next request.
CREATE TABLE "receiver_hosts" (
    "account_id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "proven_at" TIMESTAMPTZ(3),
    "next_slot_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "receiver_hosts_pkey" PRIMARY KEY ("account_id","host")
);

CREATE INDEX "receiver_hosts_used_at_idx" ON "receiver_hosts"("used_at");
