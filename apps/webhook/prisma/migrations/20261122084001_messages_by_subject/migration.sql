-- no transaction
-- Finds the earlier messages of a subject that are still to be delivered. Unordered messages are not in it.
CREATE INDEX CONCURRENTLY "messages_subject_idx" ON "messages"("endpoint_id", "subject", "sequence")
  WHERE "status" = 'pending' AND "sequence" IS NOT NULL;
