-- When a message failed. Null for one that failed before this migration: recoveries go by when it was made.
ALTER TABLE "failed_messages" ADD COLUMN "failed_at" TIMESTAMPTZ(3);

-- A trigger, as copies of the previous release write statuses too. What fails as its endpoint is disabled failed no
-- earlier than that, though the clock that tells when it was disabled may be ahead of this one. A message that is
-- written as failed, by the job that moves messages of a former release, failed at a time that is not known.
CREATE OR REPLACE FUNCTION note_failed_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO failed_messages (message_id, endpoint_id, event_id, type, created_at, failed_at)
  VALUES (NEW.id, NEW.endpoint_id, NEW.event_id, NEW.type, NEW.created_at,
    CASE WHEN TG_OP = 'UPDATE'
      THEN greatest(clock_timestamp(), (SELECT disabled_at FROM endpoints WHERE id = NEW.endpoint_id)) END)
  ON CONFLICT (message_id) DO NOTHING;
  RETURN NULL;
END
$$;
