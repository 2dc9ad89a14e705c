ALTER TABLE "messages" ADD COLUMN "angler_ids" TEXT[] NOT NULL DEFAULT '{}';

UPDATE messages SET angler_ids = ARRAY(SELECT DISTINCT id #>> '{}' FROM jsonb_path_query(payload::jsonb, '$.**.angler.id') AS id);

CREATE TABLE "erased_anglers" (
    "angler_id" TEXT NOT NULL,
    "noted_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "erased_anglers_pkey" PRIMARY KEY ("angler_id")
);

CREATE INDEX "messages_angler_ids_idx" ON "messages" USING GIN ("angler_ids");

-- What the schema language cannot say.
CREATE INDEX erased_anglers_due_at_idx ON erased_anglers (due_at) WHERE due_at IS NOT NULL;
