-- An entry from a copy of a service whose clock was ahead keeps the ones behind it no longer than they are to be kept:
-- its age counts from when it was linked.

-- When the entry was linked, where its own time was later; null elsewhere.
ALTER TABLE "audit_chain" ADD COLUMN "linked_at" TIMESTAMPTZ(3);

UPDATE "audit_chain" SET "linked_at" = now()
FROM "audit_entries" WHERE "audit_entries"."id" = "audit_chain"."entry_id" AND "audit_entries"."at" > now();

CREATE OR REPLACE FUNCTION chain_audit_entries(
  most integer, OUT chained integer, OUT head_position bigint, OUT head_hash text)
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
    INSERT INTO public.audit_chain (position, entry_id, at, hash, linked_at)
    VALUES (head_position, entry.entry_id, entry.at, head_bytes, CASE WHEN entry.at > now() THEN now() END);
    chained := chained + 1;
  END LOOP;
  head_hash := encode(head_bytes, 'hex');
END $$;

CREATE OR REPLACE FUNCTION remove_audit_entries(older_than timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  kept_from timestamptz := least(older_than, now() - interval '30 days');
  last record;
  removed integer;
BEGIN
  PERFORM FROM public.audit_anchor FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 0; END IF;
  WITH first AS (
    SELECT link.position, link.hash, least(link.at, link.linked_at) AS at
    FROM public.audit_chain AS link ORDER BY link.position LIMIT most
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
