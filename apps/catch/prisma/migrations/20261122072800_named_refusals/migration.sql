-- Each refusal that has a meaning gets a constraint with a name. The previous release writes NULL in these cases, which the
-- columns go on to refuse. The rows that exist are validated by migrations of their own, beside readers and writers.
ALTER TABLE events ADD CONSTRAINT events_follow_previous CHECK (transaction_id > 0) NOT VALID;
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_held CHECK (token <> '') NOT VALID;
ALTER TABLE catches ADD CONSTRAINT catches_angler_lives CHECK (angler_id <> '') NOT VALID;
