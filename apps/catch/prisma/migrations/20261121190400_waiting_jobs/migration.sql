-- How many jobs of an account wait is asked before each new one.
CREATE INDEX imports_account_id_waiting_idx ON imports (account_id) WHERE status IN ('uploading', 'queued');
CREATE INDEX exports_account_id_waiting_idx ON exports (account_id) WHERE status IN ('uploading', 'queued');
