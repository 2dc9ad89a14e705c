import type { SpeciesFacts } from '../species.events.js';

/**
 * The last part of a species' address: its common name, with its scientific name after it where another species has the
 * short one.
 */
export const slugOf = (
  { commonName, scientificName }: Pick<SpeciesFacts, 'commonName' | 'scientificName'>,
  taken: ReadonlySet<string>,
): string => {
  const short = slugify(commonName);
  return taken.has(short) ? slugify(`${commonName} ${scientificName}`) : short;
};

const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
