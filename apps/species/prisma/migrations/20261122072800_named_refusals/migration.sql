-- Each refusal that has a meaning gets a constraint with a name. The previous release writes NULL in these cases, which the
-- columns go on to refuse. The rows that exist are validated by migrations of their own, beside readers and writers.
ALTER TABLE events ADD CONSTRAINT events_follow_previous CHECK (transaction_id > 0) NOT VALID;
