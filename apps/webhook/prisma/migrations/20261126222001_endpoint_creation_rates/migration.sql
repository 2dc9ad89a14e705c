-- How often accounts create endpoints.
CREATE TABLE "endpoint_creation_rates" (
    "account_id" TEXT NOT NULL,
    "spent_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "endpoint_creation_rates_pkey" PRIMARY KEY ("account_id")
);
