/** The words of an angler's name, as `anglers_name_words_idx` has them. */
export const NAME_WORDS = `to_tsvector('simple', regexp_replace(name, '[^[:alnum:]]+', ' ', 'g'))`;

/** The words of a catch, as `catches_words_idx` has them. */
export const CATCH_WORDS = 'catch_words_of(account_id, notes, location_name)';

/** The text that they are words of, in lower case as they are: each stands in it somewhere. */
export const CATCH_TEXT = `lower(concat_ws(' ', notes, location_name))`;
