-- no transaction
CREATE INDEX CONCURRENTLY angler_tasks_account_id_due_at_idx ON angler_tasks (account_id, due_at);
