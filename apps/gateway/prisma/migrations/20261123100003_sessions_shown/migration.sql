-- By which people recognise their sessions.
ALTER TABLE "person_sessions" ADD COLUMN "user_agent" TEXT, ADD COLUMN "address" TEXT;
