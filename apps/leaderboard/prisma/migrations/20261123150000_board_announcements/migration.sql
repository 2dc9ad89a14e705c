-- Which version of a board was published on `leaderboard.boards`; null: none that counts.
ALTER TABLE "boards" ADD COLUMN "announced_version" INTEGER;

-- Boards whose tombstone is still to be published.
CREATE TABLE "deleted_boards" (
    "board_id" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_boards_pkey" PRIMARY KEY ("board_id")
);
