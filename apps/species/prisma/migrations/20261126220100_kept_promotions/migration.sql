-- no transaction
CREATE INDEX CONCURRENTLY "idempotency_keys_subject_id_idx" ON "idempotency_keys"("subject_id") WHERE (subject_id IS NOT NULL);
