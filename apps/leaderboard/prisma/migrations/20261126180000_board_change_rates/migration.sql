-- How often accounts change what their boards rank.
CREATE TABLE "board_change_rates" (
    "account_id" TEXT NOT NULL,
    "spent_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "board_change_rates_pkey" PRIMARY KEY ("account_id")
);
