/** The words of an angler's name, as `anglers_name_words_idx` has them. */
export const NAME_WORDS = `to_tsvector('simple', regexp_replace(name, '[^[:alnum:]]+', ' ', 'g'))`;

/** What a search may find a catch by, as `catches_search_idx` has it. */
export const CATCH_WORDS = 'catch_search_words(account_id, species_id, angler_id, region, country, notes, location_name)';

/** The same without what only its angler could say. */
export const PUBLIC_CATCH_WORDS = 'catch_search_words(account_id, species_id, angler_id, region, country, NULL, NULL)';
