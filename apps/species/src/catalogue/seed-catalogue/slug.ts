import type { SpeciesFacts } from '../species.events.js';

/**
 * The last part of a species' address: its common name, with its scientific name after it where another species has the
 * short one, and a number where that is taken too. A name without Latin letters gives way to the scientific one.
 */
export const slugOf = (
  { commonName, scientificName }: Pick<SpeciesFacts, 'commonName' | 'scientificName'>,
  taken: ReadonlySet<string>,
): string => {
  const short = slugify(commonName) || slugify(scientificName);
  if (!taken.has(short)) return short;
  const long = slugify(`${commonName} ${scientificName}`);
  let slug = long;
  for (let number = 2; taken.has(slug); number += 1) slug = `${long}-${number}`;
  return slug;
};

/** With a number behind it, it is no longer than `isSpeciesAddress` accepts. */
const MAX_LENGTH = 390;

/** One letter of a name may stand for several, such as a ligature. */
const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_LENGTH)
    .replace(/-$/, '');
