import { ID_PREFIXES } from '@cds/contracts';
import type { KnownSpecies } from './species-index.js';

/** Whether a text is meant as an id, well formed or not. No name resembles one. */
export const isMeantAsId = (text: string): boolean => text.trim().startsWith(`${ID_PREFIXES.species}_`);

/** Says that there is no such species, and which are the nearest. The text is quoted if `quotes`. */
export const noSuchSpecies = (text: string, nearest: readonly KnownSpecies[], quotes = true): string => {
  if (isMeantAsId(text)) return `No species has ${quotes ? `the id ${JSON.stringify(text)}` : 'this id'}.`;
  const unknown = `No species ${quotes ? `is called ${JSON.stringify(text)}` : 'has this name'}.`;
  if (nearest.length === 0) return unknown;
  return `${unknown} Nearest: ${nearest.map(({ commonName }) => commonName).join(', ')}.`;
};
