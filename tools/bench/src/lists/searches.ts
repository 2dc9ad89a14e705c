import { misspell, VOCABULARY } from './vocabulary.js';

export const NAMES = [
  'walleye',
  'bluegill',
  'largemouth',
  'sturgeon',
  'rainbow',
  'catfish',
  'mackerel',
  'snapper',
  'flounder',
  'muskellunge',
  'barracuda',
  'grouper',
];
const BEGINNINGS = ['larg', 'wall', 'stur', 'mornin', 'topw', 'hal', 'benh', 'texa'];
/** From the most frequent words to the rarest. */
const NOTED = [0, 2, 5, 12, 30, 60, 110, 200, 320, 500, 700, 900, 1_200, 1_600, 2_000, 2_600]
  .map((at) => VOCABULARY[at] ?? '')
  .filter((word) => word.length > 4);

const misspelt = [...NAMES, ...NOTED].map((word, index) => misspell(word, index + word.length));

/**
 * What people type: misspelt names of species, misspelt words of notes, beginnings, and two words of which one or both
 * are misspelt.
 */
export const SEARCHES: readonly string[] = [
  ...misspelt,
  ...BEGINNINGS,
  ...NAMES.map((name, index) => `${misspelt[index] ?? name} ${NOTED[index % NOTED.length] ?? ''}`),
  ...NOTED.slice(0, 6).map(
    (word, index) => `${misspell(word, index + 1)} ${misspell(NOTED[index + 6] ?? word, index)}`,
  ),
];
