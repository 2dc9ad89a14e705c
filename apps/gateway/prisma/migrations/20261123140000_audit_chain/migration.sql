-- The entries of the audit log are chained by hash. Entries are added without a lock that others wait for; one copy of
-- the gateway at a time links those that are waiting to the end of the chain. What begins with "migrator:" in a comment
-- stays with the role that runs the migrations: the role of the service has no other rights to it than are named there.

CREATE TABLE "audit_chain" (
    "position" BIGINT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("position")
);
CREATE INDEX "audit_chain_entry_id_idx" ON "audit_chain"("entry_id");

CREATE TABLE "audit_unchained" (
    "position" BIGSERIAL NOT NULL,
    "entry_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "audit_unchained_pkey" PRIMARY KEY ("position")
);
CREATE INDEX "audit_unchained_entry_id_idx" ON "audit_unchained"("entry_id");
CREATE INDEX "audit_unchained_at_position_idx" ON "audit_unchained"("at", "position");

CREATE TABLE "audit_anchor" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "position" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "removed_before" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3),
    "next_id" TEXT,

    CONSTRAINT "audit_anchor_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "audit_anchor_is_one" CHECK ("id")
);

CREATE TABLE "audit_tallies" (
    "counted_as" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "account_id" TEXT,
    "target_id" TEXT,
    "address" TEXT,
    "request_id" TEXT,
    "details" JSONB NOT NULL,

    CONSTRAINT "audit_tallies_pkey" PRIMARY KEY ("counted_as")
);
CREATE INDEX "audit_tallies_at_idx" ON "audit_tallies"("at");

-- What is in the log: entries, which never change, and those of the last minutes that are still counted.
CREATE VIEW "audit_log" AS
SELECT id, at, action, account_id, actor_id, target_id, address, request_id, details FROM audit_entries
UNION ALL
SELECT id, at, action, account_id, NULL, target_id, address, request_id, details FROM audit_tallies;

-- Entries of before the chain are linked first, from the oldest on.
INSERT INTO "audit_anchor" ("position", "hash", "next_at", "next_id")
SELECT 0, decode(repeat('00', 32), 'hex'), CASE WHEN has_entries THEN '-infinity'::timestamptz END,
  CASE WHEN has_entries THEN '' END
FROM (SELECT EXISTS (SELECT FROM audit_entries) AS has_entries) AS former;

-- The previous release goes on counting in its entries for a minute, so that these are linked later.
CREATE FUNCTION note_unchained_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.audit_unchained (entry_id, at, due_at)
  SELECT added.id, added.at, now() + CASE WHEN added.counted_as IS NULL THEN interval '0' ELSE interval '1 hour' END
  FROM added ORDER BY added.at, added.id;
  RETURN NULL;
END $$;

CREATE TRIGGER note_unchained_entries AFTER INSERT ON "audit_entries"
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_unchained_entries();

-- Has at most so many of the entries from before the chain wait for their links.
CREATE FUNCTION queue_former_audit_entries(most integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  reached record;
BEGIN
  WITH former AS (
    SELECT entry.id, entry.at FROM public.audit_entries AS entry, public.audit_anchor AS anchor
    WHERE (entry.at, entry.id) > (anchor.next_at, anchor.next_id)
    ORDER BY entry.at, entry.id LIMIT most
  ), queued AS (
    INSERT INTO public.audit_unchained (entry_id, at, due_at)
    SELECT former.id, former.at, now() FROM former
    WHERE NOT EXISTS (SELECT FROM public.audit_unchained AS waiting WHERE waiting.entry_id = former.id)
      AND NOT EXISTS (SELECT FROM public.audit_chain AS link WHERE link.entry_id = former.id)
    ORDER BY former.at, former.id
  )
  SELECT former.at, former.id INTO reached FROM former ORDER BY former.at DESC, former.id DESC LIMIT 1;
  UPDATE public.audit_anchor SET next_at = reached.at, next_id = reached.id;
END $$;

-- Links at most so many of the waiting entries to the end of the chain, oldest first, and answers how many. Of two at once
-- the later one does nothing. A link's hash is the SHA-256 of the hash before it and of what the entry says.
CREATE FUNCTION chain_audit_entries(most integer, OUT chained integer, OUT head_position bigint, OUT head_hash text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  head_bytes bytea;
  is_filling boolean;
  entry record;
BEGIN
  chained := 0;
  SELECT anchor.position, anchor.hash, anchor.next_at IS NOT NULL INTO head_position, head_bytes, is_filling
  FROM public.audit_anchor AS anchor FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  IF is_filling THEN PERFORM public.queue_former_audit_entries(most); END IF;
  SELECT coalesce(last.position, head_position), coalesce(last.hash, head_bytes) INTO head_position, head_bytes
  FROM (SELECT) AS chain LEFT JOIN (
    SELECT link.position, link.hash FROM public.audit_chain AS link ORDER BY link.position DESC LIMIT 1
  ) AS last ON true;
  FOR entry IN
    WITH due AS (
      SELECT waiting.position FROM public.audit_unchained AS waiting
      WHERE waiting.due_at <= now() ORDER BY waiting.at, waiting.position LIMIT most
    ), taken AS (
      DELETE FROM public.audit_unchained AS waiting USING due WHERE waiting.position = due.position
      RETURNING waiting.position, waiting.entry_id, waiting.at
    )
    SELECT taken.entry_id, taken.at, found.id,
      jsonb_build_array((extract(epoch FROM found.at) * 1000)::bigint, found.action, found.account_id, found.actor_id,
        found.target_id, found.address, found.request_id, found.details) AS facts
    FROM taken LEFT JOIN public.audit_entries AS found ON found.id = taken.entry_id
    ORDER BY taken.at, taken.position
  LOOP
    head_position := head_position + 1;
    head_bytes := sha256(head_bytes || convert_to(
      jsonb_build_array(head_position, entry.entry_id, CASE WHEN entry.id IS NOT NULL THEN entry.facts END)::text,
      'UTF8'));
    INSERT INTO public.audit_chain (position, entry_id, at, hash)
    VALUES (head_position, entry.entry_id, entry.at, head_bytes);
    chained := chained + 1;
  END LOOP;
  head_hash := encode(head_bytes, 'hex');
END $$;

-- Removes at most so many entries from the beginning of the chain, as far as they are older, and answers how many. Never
-- removes what is younger than 30 days.
CREATE FUNCTION remove_audit_entries(older_than timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  kept_from timestamptz := least(older_than, now() - interval '30 days');
  last record;
  removed integer;
BEGIN
  PERFORM FROM public.audit_anchor FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 0; END IF;
  WITH first AS (
    SELECT link.position, link.hash, link.at FROM public.audit_chain AS link ORDER BY link.position LIMIT most
  )
  SELECT first.position, first.hash INTO last FROM first
  WHERE first.position < coalesce(
    (SELECT min(young.position) FROM first AS young WHERE young.at >= kept_from), 9223372036854775807)
  ORDER BY first.position DESC LIMIT 1;
  IF NOT FOUND THEN RETURN 0; END IF;
  UPDATE public.audit_anchor SET position = last.position, hash = last.hash, removed_before = kept_from;
  DELETE FROM public.audit_entries AS entry USING public.audit_chain AS link
  WHERE link.position <= last.position AND entry.id = link.entry_id;
  DELETE FROM public.audit_chain AS link WHERE link.position <= last.position;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;

COMMENT ON TABLE "audit_entries" IS 'migrator: SELECT, INSERT';
COMMENT ON TABLE "audit_chain" IS 'migrator: SELECT';
COMMENT ON TABLE "audit_unchained" IS 'migrator: SELECT';
COMMENT ON TABLE "audit_anchor" IS 'migrator: SELECT';
COMMENT ON FUNCTION note_unchained_entries() IS 'migrator:';
COMMENT ON FUNCTION queue_former_audit_entries(integer) IS 'migrator:';
COMMENT ON FUNCTION chain_audit_entries(integer) IS 'migrator: EXECUTE';
COMMENT ON FUNCTION remove_audit_entries(timestamptz, integer) IS 'migrator: EXECUTE';
