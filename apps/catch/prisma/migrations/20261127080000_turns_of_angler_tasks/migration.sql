-- The account in whose turn a task is done. What the previous release adds has the default, as have the tasks that are
-- there: together they take turns as one account does.
ALTER TABLE "angler_tasks" ADD COLUMN "account_id" TEXT NOT NULL DEFAULT '-';
-- How far a rename has come, so that its next turn continues there.
ALTER TABLE "angler_tasks" ADD COLUMN "touched_to" JSONB;
