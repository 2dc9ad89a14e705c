-- no transaction
-- It had the id of each message, too, and plans took it for the index by id: they read the whole queue.
DROP INDEX CONCURRENTLY IF EXISTS "pending_messages_endpoint_id_due_at_message_id_idx";
