-- Each refusal that has a meaning gets a constraint with a name. The previous release writes NULL in these cases, which the
-- columns go on to refuse. The rows that exist are validated by migrations of their own, beside readers and writers.
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_held CHECK (token <> '') NOT VALID;
