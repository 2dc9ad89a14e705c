-- An attempt that changes a message writes to no index of it (a heap-only update), as long as none has the status. Lists
-- of failed messages and recoveries read a table of their own instead of an index with the status.

-- The messages with the status `failed`, and nothing else.
CREATE TABLE "failed_messages" (
    "message_id" TEXT COLLATE "C" NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT COLLATE "C" NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "failed_messages_pkey" PRIMARY KEY ("message_id")
);
CREATE INDEX "failed_messages_endpoint_id_created_at_message_id_idx"
  ON "failed_messages"("endpoint_id", "created_at" DESC, "message_id" DESC);

-- How far a background job has gone through the messages that failed before this migration.
CREATE TABLE "failed_message_fill" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "reached_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "failed_message_fill_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "failed_message_fill_is_one" CHECK ("id")
);

-- Until the end of this transaction nobody writes messages: the triggers miss none that the job does not find.
LOCK TABLE "webhook_messages" IN ACCESS EXCLUSIVE MODE;

INSERT INTO "failed_message_fill" ("finished_at")
SELECT CASE WHEN NOT EXISTS (SELECT FROM "webhook_messages") THEN now() END;

-- Triggers, as copies of the previous release write statuses too.
CREATE FUNCTION note_failed_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO failed_messages (message_id, endpoint_id, event_id, type, created_at)
  VALUES (NEW.id, NEW.endpoint_id, NEW.event_id, NEW.type, NEW.created_at)
  ON CONFLICT (message_id) DO NOTHING;
  RETURN NULL;
END
$$;

CREATE FUNCTION forget_failed_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM failed_messages WHERE message_id = OLD.id;
  RETURN NULL;
END
$$;

-- They write as the role of the service at once: a deploy gives new tables to that role only after its migrations.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE failed_messages OWNER TO %s',
    (SELECT relowner::regrole FROM pg_class WHERE oid = 'webhook_messages'::regclass));
END
$$;

CREATE TRIGGER "written_as_failed" AFTER INSERT ON "webhook_messages"
  FOR EACH ROW WHEN (NEW.status = 'failed') EXECUTE FUNCTION note_failed_message();
CREATE TRIGGER "failed" AFTER UPDATE OF "status" ON "webhook_messages"
  FOR EACH ROW WHEN (NEW.status = 'failed' AND OLD.status <> 'failed') EXECUTE FUNCTION note_failed_message();
CREATE TRIGGER "failed_no_more" AFTER UPDATE OF "status" ON "webhook_messages"
  FOR EACH ROW WHEN (OLD.status = 'failed' AND NEW.status <> 'failed') EXECUTE FUNCTION forget_failed_message();
CREATE TRIGGER "deleted_as_failed" AFTER DELETE ON "webhook_messages"
  FOR EACH ROW WHEN (OLD.status = 'failed') EXECUTE FUNCTION forget_failed_message();

-- Copies of the previous release find the same messages by the index without the status.
DROP INDEX "webhook_messages_endpoint_id_status_created_at_id_idx";

-- A new version of a row needs room on the page of the old one. The service makes later partitions with as much.
DO $$
DECLARE
  partition regclass;
BEGIN
  FOR partition IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'webhook_messages'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (fillfactor = 70)', partition);
  END LOOP;
END
$$;
