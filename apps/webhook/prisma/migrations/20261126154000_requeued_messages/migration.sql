-- When a message was last resent. Copies of the previous release leave it null, and judge by "created_at" alone.
ALTER TABLE "pending_messages" ADD COLUMN "queued_at" TIMESTAMPTZ(3);
