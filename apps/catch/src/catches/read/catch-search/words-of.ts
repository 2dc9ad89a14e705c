/** The words of a text in lower case, each once: letters and digits, everything else lies between words. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  ),
];

/** Without accents: names are known by those who cannot type them. */
export const foldWord = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');

const CORRECTABLE = /^\p{L}{4,40}$/u;

/** Short words and numbers are taken as they are: another one is nearly always near. */
export const isCorrectable = (word: string): boolean => CORRECTABLE.test(word);
