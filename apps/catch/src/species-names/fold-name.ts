import { foldText } from '../text/fold-text.js';

const ONE_FOR_TWO: Readonly<Record<string, string>> = {
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
 * The form in which names of species are compared: without case and accents, apostrophes dropped, all other
 * punctuation one space, hiragana as katakana, full-width letters as plain ones. Empty when nothing but punctuation was
 * there. It has to stay what the search of the species service does, so that a name which that finds can be logged.
 */
export const foldName = (name: string): string =>
  foldText(name.normalize('NFKC'))
    .replace(/[æœøłđðþı]/g, (letter) => ONE_FOR_TWO[letter] ?? letter)
    .replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + HIRAGANA_TO_KATAKANA))
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
