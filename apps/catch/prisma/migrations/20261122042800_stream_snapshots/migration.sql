CREATE TABLE "stream_snapshots" (
    "stream_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "schema_version" INTEGER NOT NULL,
    "state" JSON NOT NULL,
    "person_ids" TEXT[] NOT NULL,
    "occurred_to" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stream_snapshots_pkey" PRIMARY KEY ("stream_id","version")
);

CREATE INDEX "stream_snapshots_stream_id_occurred_to_version_idx" ON "stream_snapshots"("stream_id", "occurred_to", "version");

CREATE INDEX "stream_snapshots_person_ids_idx" ON "stream_snapshots" USING GIN ("person_ids");
