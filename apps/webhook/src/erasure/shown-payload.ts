import { withoutAnglers } from './without-anglers.js';

/** An event's payload as it is stored, which erasures that are not finished may still have to change. */
export interface StoredPayload {
  readonly payload: string;
  /** Of the anglers of whom it tells, those whose erasure is not finished; null where no erasure is waiting at all. */
  readonly erased: readonly string[] | null;
}

/**
 * The column `erased` of a `StoredPayload`, for an event of the table or alias `event`. All that an event costs while
 * no erasure waits is a look at whether one does, once for each statement. OFFSET 0 has anglers looked up by id,
 * however many erasures wait: a plan made while none does would go through all of them for each angler.
 */
export const erasedOf = (event: string): string => `
  CASE WHEN EXISTS (SELECT FROM erased_anglers WHERE due_at IS NOT NULL) THEN ARRAY(
    SELECT named.id FROM unnest(${event}.angler_ids) AS named (id)
    CROSS JOIN LATERAL (SELECT due_at FROM erased_anglers WHERE angler_id = named.id OFFSET 0) AS noted
    WHERE noted.due_at IS NOT NULL
  ) END AS erased`;

/**
 * What may be shown or sent of a stored payload. It takes a while until all stored events are without an angler; from
 * the moment on that the erasure is noted, nothing says their name.
 */
export const shownPayload = ({ payload, erased }: StoredPayload): string =>
  erased === null || erased.length === 0 || payload === ''
    ? payload
    : JSON.stringify(withoutAnglers(JSON.parse(payload), new Set(erased)));
