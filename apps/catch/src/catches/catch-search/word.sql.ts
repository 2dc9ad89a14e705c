const wordsOf = (column: string): string => `to_tsvector('simple', regexp_replace(${column}, '[^[:alnum:]]+', ' ', 'g'))`;

/** The words of a text, as the indexes have them: `catches_notes_idx`, `catches_location_name_idx`, `anglers_name_words_idx`. */
export const NOTE_WORDS = wordsOf('notes');
export const LOCATION_WORDS = wordsOf('location_name');
export const NAME_WORDS = wordsOf('name');
