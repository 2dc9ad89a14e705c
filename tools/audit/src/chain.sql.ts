// Names are qualified, and functions come from PostgreSQL's own schema alone: what somebody adds to the schema `public`
// cannot take the place of what is called here.
export const TRUST_NO_SCHEMA = 'SET search_path = pg_catalog, pg_temp';

export interface Anchor {
  readonly position: string;
  readonly hash: string;
  readonly removed_before: Date | null;
  /** Of the newest link; null when there is none. */
  readonly newest: string | null;
}

export const ANCHOR = `
SELECT anchor.position, encode(anchor.hash, 'hex') AS hash, anchor.removed_before,
  (SELECT max(link.position) FROM public.audit_chain AS link) AS newest
FROM public.audit_anchor AS anchor`;

export interface Link {
  readonly position: string;
  readonly entry_id: string;
  readonly hash: string;
  readonly is_there: boolean;
  readonly has_its_time: boolean;
  /** What the hash is made of, beside the hash before it. */
  readonly content: string;
}

export const LINKS = `
SELECT link.position, link.entry_id, encode(link.hash, 'hex') AS hash, entry.id IS NOT NULL AS is_there,
  link.at IS NOT DISTINCT FROM entry.at AS has_its_time,
  jsonb_build_array(link.position, link.entry_id, CASE WHEN entry.id IS NOT NULL THEN
    jsonb_build_array((extract(epoch FROM entry.at) * 1000)::bigint, entry.action, entry.account_id, entry.actor_id,
      entry.target_id, entry.address, entry.request_id, entry.details) END)::text AS content
FROM public.audit_chain AS link LEFT JOIN public.audit_entries AS entry ON entry.id = link.entry_id
WHERE link.position > $1 ORDER BY link.position LIMIT $2`;

export interface Unlinked {
  /** The last id that was looked at; null after the end. */
  readonly reached: string | null;
  /** The first entry without a link; null when there is none. */
  readonly unlinked: string | null;
}

// An entry is linked in the statement that takes it from those that wait. Those of before the chain are queued in
// order.
export const UNLINKED = `
SELECT max(entry.id) AS reached, min(entry.id) FILTER (WHERE
  NOT EXISTS (SELECT FROM public.audit_chain AS link WHERE link.entry_id = entry.id)
  AND NOT EXISTS (SELECT FROM public.audit_unchained AS waiting WHERE waiting.entry_id = entry.id)
  AND NOT EXISTS (SELECT FROM public.audit_anchor AS anchor WHERE (entry.at, entry.id) > (anchor.next_at,
    anchor.next_id))
) AS unlinked
FROM (
  SELECT one.id, one.at FROM public.audit_entries AS one WHERE one.id > $1 ORDER BY one.id LIMIT $2
) AS entry`;

export interface Waiting {
  readonly count: number;
  readonly since: Date | null;
}

export const WAITING = `
SELECT count(*)::float8 AS count, min(waiting.at) AS since FROM public.audit_unchained AS waiting`;
