-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" TEXT,
    "redirect_uris" TEXT[],
    "grant_types" TEXT[],
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_grants" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_artifacts" (
    "kind" TEXT NOT NULL,
    "id_hash" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "grant_id" TEXT,
    "uid_hash" TEXT,
    "user_code_hash" TEXT,
    "consumed_at" TIMESTAMPTZ(3),
    "polled_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_artifacts_pkey" PRIMARY KEY ("kind","id_hash")
);

-- CreateTable
CREATE TABLE "oauth_signing_keys" (
    "id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "signs_from" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_signing_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_revocations" (
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "revoked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_revocations_pkey" PRIMARY KEY ("kind","subject")
);

-- CreateIndex
CREATE INDEX "oauth_clients_account_id_created_at_id_idx" ON "oauth_clients"("account_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_grants_person_id_client_id_key" ON "oauth_grants"("person_id", "client_id");

-- CreateIndex
CREATE INDEX "oauth_grants_account_id_created_at_id_idx" ON "oauth_grants"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "oauth_grants_client_id_idx" ON "oauth_grants"("client_id");

-- CreateIndex
CREATE INDEX "oauth_grants_expires_at_idx" ON "oauth_grants"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_artifacts_expires_at_idx" ON "oauth_artifacts"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_revocations_revoked_at_idx" ON "oauth_revocations"("revoked_at");

-- CreateIndex
CREATE INDEX "oauth_revocations_expires_at_idx" ON "oauth_revocations"("expires_at");

-- AddForeignKey
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_artifacts" ADD CONSTRAINT "oauth_artifacts_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What follows Prisma cannot say. Most artifacts have one of these at most.
CREATE INDEX "oauth_artifacts_grant_id_idx" ON "oauth_artifacts"("grant_id") WHERE "grant_id" IS NOT NULL;
CREATE INDEX "oauth_artifacts_uid_hash_idx" ON "oauth_artifacts"("kind", "uid_hash") WHERE "uid_hash" IS NOT NULL;
CREATE UNIQUE INDEX "oauth_artifacts_user_code_hash_key" ON "oauth_artifacts"("kind", "user_code_hash") WHERE "user_code_hash" IS NOT NULL;
