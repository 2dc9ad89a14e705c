import { iso31661, iso31662 } from 'iso-3166';
import { WordIndex } from './word-index.js';

/** Regions and countries by the words of their names and codes. */
export const REGION_WORDS = new WordIndex(iso31662.map(({ code, name }) => [code, `${name} ${code}`]));
export const COUNTRY_WORDS = new WordIndex(iso31661.map(({ alpha2, name }) => [alpha2, `${name} ${alpha2}`]));
