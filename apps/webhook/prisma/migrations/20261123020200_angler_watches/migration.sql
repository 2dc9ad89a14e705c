-- The anglers whom each endpoint watches, and what of it is still to be published: a queue like every other.
CREATE TABLE "angler_watches" (
    "endpoint_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "angler_ids" TEXT[] NOT NULL,
    "version" INTEGER NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "lease" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "stalls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "angler_watches_pkey" PRIMARY KEY ("endpoint_id"),
    CONSTRAINT "angler_watches_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Finds what is to be published.
CREATE INDEX "angler_watches_due_at_idx" ON "angler_watches"("due_at");
