-- New boards that have to get the entries of earlier catches: a queue like every other. A board without a row is filled.
CREATE TABLE "board_fills" (
    "board_id" TEXT NOT NULL,
    "filling" BOOLEAN NOT NULL DEFAULT true,
    "traceparent" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "stalls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "board_fills_pkey" PRIMARY KEY ("board_id")
);

ALTER TABLE "board_fills" ADD CONSTRAINT "board_fills_board_id_fkey" FOREIGN KEY ("board_id") REFERENCES "boards"("id") ON DELETE CASCADE ON UPDATE CASCADE;
