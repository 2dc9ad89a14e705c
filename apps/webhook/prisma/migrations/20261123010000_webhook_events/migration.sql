-- Events as webhooks and the feed tell them, each stored once. Copies of the previous release neither read nor write
-- these tables.

-- The first id with this prefix that can be made at a time. Ids begin with their time: ten characters for 48 bits of
-- milliseconds.
CREATE FUNCTION first_id_at(prefix text, at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT prefix || '_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + ((ms >> (5 * place)) & 31)::int, 1), '' ORDER BY place DESC)
  FROM (SELECT floor(extract(epoch FROM at) * 1000)::bigint AS ms) AS time, generate_series(0, 9) AS place
$$;

CREATE SEQUENCE "webhook_events_position_seq";

-- Partitioned by the day that the id was made on: the id alone finds the partition, and is unique in all of them.
CREATE TABLE "webhook_events" (
    "id" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL DEFAULT nextval('webhook_events_position_seq'),
    "transaction_id" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "account_id" TEXT,
    "payload" TEXT NOT NULL,
    "traceparent" TEXT,
    "angler_ids" TEXT[] NOT NULL DEFAULT '{}',

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

ALTER SEQUENCE "webhook_events_position_seq" OWNED BY "webhook_events"."position";

-- Reads an account's events and everybody's, in the order in which they can be read without missing one.
CREATE INDEX "webhook_events_account_id_transaction_id_position_idx"
  ON "webhook_events"("account_id", "transaction_id", "position");

-- Reads what is new, whoever may see it.
CREATE INDEX "webhook_events_transaction_id_position_idx" ON "webhook_events"("transaction_id", "position");

-- Finds what an erasure must reach.
CREATE INDEX "webhook_events_angler_ids_idx" ON "webhook_events" USING GIN ("angler_ids");

-- Takes what no other partition takes: nothing, as long as partitions are made ahead.
CREATE TABLE "webhook_events_default" PARTITION OF "webhook_events" DEFAULT;

-- The partitions of the days that may be stored now. The service makes the later ones.
DO $$
DECLARE
  day date;
BEGIN
  FOR day IN
    SELECT generate_series((now() AT TIME ZONE 'UTC')::date - 31, (now() AT TIME ZONE 'UTC')::date + 7, '1 day')
  LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF webhook_events FOR VALUES FROM (%L) TO (%L)',
      'webhook_events_' || to_char(day, 'YYYYMMDD'), first_id_at('evt', day::timestamp AT TIME ZONE 'UTC'),
      first_id_at('evt', (day + 1)::timestamp AT TIME ZONE 'UTC'));
  END LOOP;
END
$$;
