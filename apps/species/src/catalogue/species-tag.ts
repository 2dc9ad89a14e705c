import { createHash } from 'node:crypto';
import type { SpeciesRow } from './species.projection.js';

/** What ids and slugs are made of; all else is no species, and some of it no text for PostgreSQL. */
export const isSpeciesAddress = (text: string): boolean => /^[a-z0-9_-]{1,400}$/.test(text);

/**
 * What `If-Match` is held against: each event of a species moves its version. The end of the id distinguishes species
 * that were written at the same time, as those of the seed are.
 */
export const speciesTag = ({ id, version, updatedAt }: Pick<SpeciesRow, 'id' | 'version' | 'updatedAt'>): string =>
  `"${version}.${updatedAt.getTime().toString(36)}-${id.slice(-6)}"`;

/**
 * The `ETag` of a species, or of a part of it: the state's, and after `.` what it shows that no event of its own moves,
 * as a new name does.
 */
export const taggedView = (tag: string, view: object): string => {
  const shown = createHash('sha1').update(JSON.stringify(view)).digest('base64url').slice(0, 11);
  return `${tag.slice(0, -1)}.${shown}"`;
};
