-- Authenticator apps, passkeys and recovery codes of people.
ALTER TABLE "people" ADD COLUMN "second_factor_since" TIMESTAMPTZ(3);

CREATE TABLE "person_totps" (
    "person_id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "last_step" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_totps_pkey" PRIMARY KEY ("person_id"),
    CONSTRAINT "person_totps_person_id_fkey" FOREIGN KEY ("person_id")
        REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "passkeys" (
    "id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "passkeys_person_id_fkey" FOREIGN KEY ("person_id")
        REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "passkeys_person_id_idx" ON "passkeys"("person_id");

CREATE TABLE "recovery_codes" (
    "hash" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("hash"),
    CONSTRAINT "recovery_codes_person_id_fkey" FOREIGN KEY ("person_id")
        REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "recovery_codes_person_id_idx" ON "recovery_codes"("person_id");

CREATE TABLE "spent_challenges" (
    "hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_challenges_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "spent_challenges_expires_at_idx" ON "spent_challenges"("expires_at");
