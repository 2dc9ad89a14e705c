-- Numbers the messages of endpoints with `ordering: per_subject` as they are written. Others have no number.
CREATE SEQUENCE "message_sequence";
ALTER TABLE "messages" ADD COLUMN "sequence" BIGINT;
