ALTER TABLE "anglers" ADD COLUMN "external_id" TEXT,
  ADD COLUMN "metadata" JSONB,
  ADD COLUMN "version" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "erased_at" TIMESTAMPTZ(3);

CREATE TABLE "angler_tasks" (
    "angler_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "angler_tasks_pkey" PRIMARY KEY ("angler_id")
);

CREATE INDEX "angler_tasks_due_at_idx" ON "angler_tasks"("due_at");

CREATE INDEX "catches_angler_id_id_idx" ON "catches"("angler_id", "id");

DROP INDEX "anglers_account_id_id_idx";

-- What the schema language cannot say.

CREATE UNIQUE INDEX anglers_account_id_external_id_key ON anglers (account_id, external_id) WHERE external_id IS NOT NULL;

-- Lists show those alone who were not erased.
CREATE INDEX anglers_account_id_created_at_id_idx ON anglers (account_id, created_at, id) WHERE erased_at IS NULL;
CREATE INDEX anglers_account_id_updated_at_id_idx ON anglers (account_id, updated_at, id) WHERE erased_at IS NULL;
CREATE INDEX anglers_account_id_name_id_idx ON anglers (account_id, name, id) WHERE erased_at IS NULL;
CREATE INDEX anglers_name_trgm_idx ON anglers USING gin (lower(name) gin_trgm_ops) WHERE erased_at IS NULL;

-- Every event that is read asks whether its person is among them: they are few.
CREATE INDEX anglers_erased_idx ON anglers (id) WHERE erased_at IS NOT NULL;

-- What an erasure has to remove, and nothing once it is done.
CREATE INDEX events_person_id_stream_id_idx ON events (person_id, stream_id) WHERE personal IS NOT NULL;
