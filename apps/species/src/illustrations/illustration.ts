import { createHash } from 'node:crypto';
import { PHOTO_SIDES, type PhotoSize, type PhotoVariant } from '@cds/photos/image';
import { castSpecies, type Relatives } from './casting/cast-species.js';
import { plate, PLATE } from './drawing/plate.js';

/** Changes with how anything is drawn, so that no cache shows an old plate. */
const STYLE = 1;

/** What a plate is drawn from. */
export interface Portrayed extends Relatives {
  readonly commonName: string;
  readonly maxLengthIn: number | null;
}

export const ILLUSTRATION_PREFIX = 'drawn-';

/** Names the drawing of a species: another one as soon as anything on it is different. */
export const illustrationDigest = (species: Portrayed): string => {
  const { commonName, scientificName, family, order, water, maxLengthIn } = species;
  const facts = JSON.stringify([STYLE, commonName, scientificName, family, order, water, maxLengthIn]);
  return `${ILLUSTRATION_PREFIX}${createHash('sha256').update(facts).digest('hex').slice(0, 32)}`;
};

/** A species as an SVG document. */
export const illustrationSvg = (species: Portrayed): string => plate(species, castSpecies(species));

const sizeOf = (variant: PhotoVariant): PhotoSize => {
  const width = Math.min(PHOTO_SIDES[variant], PLATE.width);
  return { width, height: Math.round((width * PLATE.height) / PLATE.width) };
};

export const ILLUSTRATION_SIZES: Readonly<Record<PhotoVariant, PhotoSize>> = {
  full: sizeOf('full'),
  large: sizeOf('large'),
  small: sizeOf('small'),
  thumb: sizeOf('thumb'),
};
