import { storableText } from '@cds/postgres';
const MAX_QUERY = 500;
const MAX_VALUE = 60;

/** Stands for a value that is not kept. */
const HIDDEN = '…';

const SHOWN =
  /^(?:page|per_page|total|sort|fields|units|expand|interval|type|metric|period|status|code|method|as_of|updated_since|from_rank|include_deleted|mine|active|cascade|species|verification_tier|water_type|released|has_photo|has_record|family|order|water|(?:min|max)_\w+|\w+_(?:after|before)|(?!external_)\w+_id)$/;

const NAME = /^\w{1,40}$/;

/**
 * A query as the request log keeps it: the values of parameters that tell how a list is read, and of all others their
 * names alone, since a search, a place or an id of the caller's own may tell of a person. Null where there is none.
 */
export const shownQuery = (query: string): string | null => {
  if (query.length < 2) return null;
  const parts: string[] = [];
  for (const [name, value] of new URLSearchParams(query.slice(0, MAX_QUERY)))
    parts.push(NAME.test(name) ? `${name}=${SHOWN.test(name) ? storableText(value, MAX_VALUE) : HIDDEN}` : HIDDEN);
  return storableText(parts.join('&'), MAX_QUERY) || null;
};
