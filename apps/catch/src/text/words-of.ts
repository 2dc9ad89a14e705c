import { foldText } from './fold-text.js';

/**
 * Scripts that write words without spaces between them: Han, kana, bopomofo, hangul. The SQL function `search_terms`
 * has the same ranges.
 */
const CJK =
  '\\u1100-\\u11ff\\u3005-\\u3007\\u3040-\\u30fa\\u30fc-\\u30ff\\u3100-\\u318f\\u31a0-\\u31bf\\u31f0-\\u31ff' +
  '\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}';
const IS_CJK = new RegExp(`[${CJK}]`, 'u');
const WORDS = new RegExp(`[${CJK}]+|(?:(?![${CJK}])[\\p{Alphabetic}0-9])+`, 'gu');

/**
 * The folded words of a text, each once: letters and digits, everything else lies between words, and so does the
 * border of CJK text.
 */
export const wordsOf = (text: string): string[] => [...new Set(foldText(text).match(WORDS))];

/** Whether a word is CJK text, which is found by any part of it. */
export const isCjk = (word: string): boolean => IS_CJK.test(word);

const CORRECTABLE = /^\p{L}{4,40}$/u;

/** Short words, numbers and CJK text are taken as they are: another one is nearly always near. */
export const isCorrectable = (word: string): boolean => CORRECTABLE.test(word) && !isCjk(word);
