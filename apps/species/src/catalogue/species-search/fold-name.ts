const ONE_FOR_TWO: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const HIRAGANA_TO_KATAKANA = 0x60;

/**
 * The form in which names and searches are compared: lower case, no accents, apostrophes dropped, all other punctuation
 * one space, hiragana as katakana, full-width letters as plain ones. Idempotent. Empty when nothing but punctuation was
 * there.
 */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '') // accents alone: the voicing marks of kana tell words apart, and lie elsewhere
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => ONE_FOR_TWO[letter] ?? letter)
    .replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + HIRAGANA_TO_KATAKANA))
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Longer words are told apart by their beginnings: what compares two words takes 255 characters, and time. */
const LONGEST_WORD = 64;

/**
 * Whether a folded word is of another script than Latin. PostgreSQL may know no trigrams of it, and some of these scripts
 * are written without spaces. All ends of such a word are stored, so that any part of it is the beginning of one.
 */
export const isStoredByEnds = (word: string): boolean => /[^ -~]/.test(word);

export const cutSearchWord = (word: string): string => [...word].slice(0, LONGEST_WORD).join('');
