-- The species, boards and anglers that there are: what a filter may name.
CREATE TABLE "known_ids" (
    "id" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_ids_pkey" PRIMARY KEY ("id")
);
