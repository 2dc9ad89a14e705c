/**
 * Events that tell of the angler `$1`, after `$2`. OFFSET 0 has them found by the index of anglers, whatever the
 * planner expects: in the order of ids it would read all events until there are enough of the angler.
 */
export const EVENTS = `
SELECT id FROM (SELECT id FROM webhook_events WHERE angler_ids @> ARRAY[$1::text] OFFSET 0) AS named
WHERE id > $2 ORDER BY id LIMIT $3`;

/** Locked, as an event may tell of several anglers who are erased at the same time. */
export const PAYLOADS = 'SELECT id, payload FROM webhook_events WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE';

/** Messages of the event `$1`, of endpoints after `$2`. */
export const MESSAGES = `
SELECT id, endpoint_id AS "endpointId" FROM webhook_messages WHERE event_id = $1 AND endpoint_id > $2
ORDER BY endpoint_id LIMIT $3`;

export const CLEAR_ANSWERS = `
UPDATE webhook_attempts SET response_body = '' WHERE message_id = ANY($1::text[]) AND response_body <> ''`;

export const FORMER_PAYLOADS = `
SELECT id, payload FROM messages WHERE angler_ids @> ARRAY[$1::text] ORDER BY id LIMIT $2 FOR UPDATE`;

/** Without the angler in its ids, which the last time takes out, a payload is not found again. */
export const saveIn = (table: string): string => `
UPDATE ${table} AS erased SET payload = saved.payload,
  angler_ids = CASE WHEN $4::boolean THEN array_remove(erased.angler_ids, $3) ELSE erased.angler_ids END
FROM unnest($1::text[], $2::text[]) AS saved (id, payload)
WHERE erased.id = saved.id AND erased.id = ANY($1::text[])`;
