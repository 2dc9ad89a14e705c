-- By what a key or client was made: `key_…`, `app_…`, or `gra_…` where an app acted for a person. Null: it is not known,
-- as for those of earlier releases, or by the installation itself.
ALTER TABLE "api_keys" ADD COLUMN "created_by" TEXT;
ALTER TABLE "oauth_clients" ADD COLUMN "created_by" TEXT;
