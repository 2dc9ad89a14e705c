-- The calls of an account, and how many there were. Partitioned by day, so that what is old is dropped whole.
CREATE TABLE "request_log" (
    "id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "account_id" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "credential_type" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "query" TEXT,
    "status" SMALLINT,
    "code" TEXT,
    "detail" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("at", "id")
) PARTITION BY RANGE ("at");

CREATE INDEX "request_log_account_id_at_id_idx" ON "request_log"("account_id", "at" DESC, "id" DESC);

CREATE TABLE "usage_minutes" (
    "at" TIMESTAMPTZ(3) NOT NULL,
    "account_id" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,

    CONSTRAINT "usage_minutes_pkey" PRIMARY KEY ("account_id", "at", "credential_id")
) PARTITION BY RANGE ("at");

CREATE TABLE "usage_hours" (
    "at" TIMESTAMPTZ(3) NOT NULL,
    "account_id" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,

    CONSTRAINT "usage_hours_pkey" PRIMARY KEY ("account_id", "at", "credential_id")
) PARTITION BY RANGE ("at");

-- They take what no other partition takes: nothing, as long as partitions are made ahead.
CREATE TABLE "request_log_default" PARTITION OF "request_log" DEFAULT;
CREATE TABLE "usage_minutes_default" PARTITION OF "usage_minutes" DEFAULT;
CREATE TABLE "usage_hours_default" PARTITION OF "usage_hours" DEFAULT;

-- The days that may be stored now. The service makes the later ones.
DO $$
DECLARE
  parent text;
  day date;
  midnight timestamptz;
BEGIN
  FOREACH parent IN ARRAY ARRAY['request_log', 'usage_minutes', 'usage_hours'] LOOP
    FOR day IN SELECT generate_series((now() AT TIME ZONE 'UTC')::date - 1, (now() AT TIME ZONE 'UTC')::date + 7, '1 day')
    LOOP
      midnight := day::timestamp AT TIME ZONE 'UTC';
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        parent || '_' || to_char(day, 'YYYYMMDD'), parent, midnight, (day + 1)::timestamp AT TIME ZONE 'UTC');
    END LOOP;
  END LOOP;
END
$$;
