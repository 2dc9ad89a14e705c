-- Reads the newest events of some types, an account's own or everybody's, and counts them from the index alone. The
-- table is new in this release, and empty.
CREATE INDEX "webhook_events_account_id_type_transaction_id_position_idx"
  ON "webhook_events"("account_id", "type", "transaction_id", "position", "id");
