-- Files of photos that may belong to no species any more, or not yet.
CREATE TABLE "photo_leftovers" (
    "digest" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "lease" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "stalls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "photo_leftovers_pkey" PRIMARY KEY ("digest")
);

CREATE INDEX "photo_leftovers_since_idx" ON "photo_leftovers"("since");
