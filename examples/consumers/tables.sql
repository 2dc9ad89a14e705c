-- What the consumer keeps: its own copy of the catches, and which events it has handled.
CREATE TABLE IF NOT EXISTS handled_events (
  id text PRIMARY KEY,
  handled_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS catches (
  id text PRIMARY KEY,
  version integer NOT NULL,
  species text NOT NULL,
  weight_lbs double precision,
  angler_id text NOT NULL,
  angler_name text NOT NULL
);
