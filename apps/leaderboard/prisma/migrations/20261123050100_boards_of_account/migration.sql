-- no transaction
-- The boards of one account: its list of its own, and their number.
CREATE INDEX CONCURRENTLY boards_account_id_idx ON boards (account_id, id) WHERE account_id IS NOT NULL;
