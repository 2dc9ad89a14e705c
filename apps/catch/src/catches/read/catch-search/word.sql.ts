/** The words of an angler's name, as `anglers_terms_idx` has them. */
export const NAME_WORDS = `to_tsvector('simple', search_terms(name))`;

/** An angler's name as it is compared, and as `anglers_search_text_idx` has its trigrams. */
export const NAME_TEXT = 'search_text(name)';

/** The words of a catch, as `catches_terms_idx` has them. */
export const CATCH_WORDS = 'catch_words_of(account_id, notes, location_name)';

/** The text that they are words of, folded as they are: each stands in it somewhere. */
export const CATCH_TEXT = `search_text(concat_ws(' ', notes, location_name))`;
