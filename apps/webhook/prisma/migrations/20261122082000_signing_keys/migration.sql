-- The Ed25519 keys of the service, which sign every webhook. Older copies neither read nor write them.
CREATE TABLE "signing_keys" (
    "id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "signs_from" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("id")
);
