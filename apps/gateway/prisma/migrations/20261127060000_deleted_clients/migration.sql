-- A deleted client stays until its grants are removed, in batches. Copies of the previous release do not read the
-- column: they refuse such a client because it has no grant types and no scopes any more.
ALTER TABLE "oauth_clients" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
