ALTER TABLE events VALIDATE CONSTRAINT events_follow_previous;
