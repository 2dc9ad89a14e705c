-- What an account keeps in the storage: each object, and the sum of each kind. Objects of the previous release are not counted;
-- those of imports and exports are gone within days.
CREATE TABLE stored_objects (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  CONSTRAINT stored_objects_pkey PRIMARY KEY (kind, id, account_id)
);
CREATE TABLE stored_bytes (
  account_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  CONSTRAINT stored_bytes_pkey PRIMARY KEY (account_id, kind)
);
