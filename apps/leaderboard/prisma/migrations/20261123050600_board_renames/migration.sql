-- Species with a new name, after which boards of accounts are still to be named: a queue.
CREATE TABLE "board_renames" (
    "species_id" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "stalls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "board_renames_pkey" PRIMARY KEY ("species_id")
);
