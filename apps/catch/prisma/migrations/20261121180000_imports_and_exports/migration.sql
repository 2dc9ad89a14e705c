CREATE TABLE "imports" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "account_name" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "traceparent" TEXT,
    "status" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "file_id" BIGINT,
    "size_bytes" BIGINT NOT NULL,
    "position" BIGINT NOT NULL,
    "lines" INTEGER NOT NULL,
    "accepted" INTEGER NOT NULL,
    "duplicates" INTEGER NOT NULL,
    "rejected" INTEGER NOT NULL,
    "error" TEXT,
    "attempts" INTEGER NOT NULL,
    "lease" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "turn_at" TIMESTAMPTZ(3) NOT NULL,
    "has_file" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "import_rejections" (
    "import_id" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "errors" JSONB NOT NULL,

    CONSTRAINT "import_rejections_pkey" PRIMARY KEY ("import_id","line")
);

CREATE TABLE "import_files" (
    "id" BIGSERIAL NOT NULL,
    "account_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,

    CONSTRAINT "import_files_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "imported_rows" (
    "file_id" BIGINT NOT NULL,
    "line" INTEGER NOT NULL,

    CONSTRAINT "imported_rows_pkey" PRIMARY KEY ("file_id","line")
);

CREATE TABLE "exports" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "expected" BIGINT,
    "walked" BIGINT NOT NULL,
    "last_id" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "part_names" TEXT[],
    "part_bytes" BIGINT[],
    "error" TEXT,
    "attempts" INTEGER NOT NULL,
    "lease" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "turn_at" TIMESTAMPTZ(3) NOT NULL,
    "has_file" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "export_anglers" (
    "angler_id" TEXT NOT NULL,
    "export_id" TEXT NOT NULL,

    CONSTRAINT "export_anglers_pkey" PRIMARY KEY ("angler_id","export_id")
);

CREATE UNIQUE INDEX "import_files_account_id_digest_key" ON "import_files"("account_id", "digest");

CREATE INDEX "export_anglers_export_id_idx" ON "export_anglers"("export_id");

ALTER TABLE "import_rejections" ADD CONSTRAINT "import_rejections_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "export_anglers" ADD CONSTRAINT "export_anglers_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say.

-- Jobs that wait for a worker, in the order of their turns.
CREATE INDEX imports_turn_at_idx ON imports (turn_at) WHERE status IN ('queued', 'running');
CREATE INDEX exports_turn_at_idx ON exports (turn_at) WHERE status IN ('queued', 'running');

-- An account has one running job of each kind.
CREATE UNIQUE INDEX imports_account_id_running_key ON imports (account_id) WHERE status = 'running';
CREATE UNIQUE INDEX exports_account_id_running_key ON exports (account_id) WHERE status = 'running';

-- Files that wait to be removed, and jobs that wait to be forgotten.
CREATE INDEX imports_has_file_idx ON imports (created_at) WHERE has_file;
CREATE INDEX exports_has_file_idx ON exports (expires_at) WHERE has_file;
CREATE INDEX imports_completed_at_idx ON imports (completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX exports_completed_at_idx ON exports (completed_at) WHERE completed_at IS NOT NULL;
