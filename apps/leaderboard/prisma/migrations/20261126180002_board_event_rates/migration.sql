-- How many events the boards of accounts have.
CREATE TABLE "board_event_rates" (
    "account_id" TEXT NOT NULL,
    "spent_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "board_event_rates_pkey" PRIMARY KEY ("account_id")
);
