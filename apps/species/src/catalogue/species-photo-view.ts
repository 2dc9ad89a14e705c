import { PHOTO_EXTENSIONS, type PhotoFormat, type PhotoSize, type PhotoVariant } from '@cds/photos/image';
import { z } from 'zod';
import type { SpeciesPhoto } from './species-photo.js';
import { ILLUSTRATION_SIZES, illustrationDigest, type Portrayed } from '../illustrations/illustration.js';

const fileSchema = z.strictObject({ url: z.string(), width: z.number().int(), height: z.number().int() });

export const pictureKindSchema = z.enum(['photo', 'illustration']);

/** A picture of a species as the API answers it. */
export const speciesPhotoSchema = z
  .strictObject({
    id: z.string(),
    kind: pictureKindSchema.meta({ description: 'A photo, or the illustration that every species has.' }),
    url: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    variants: z.strictObject({ thumb: fileSchema, small: fileSchema, large: fileSchema }),
    license: z.string().meta({ description: 'An SPDX identifier, `public-domain`, or the terms in words.' }),
    attribution: z.string().nullable().meta({ description: 'The person or organisation to credit.' }),
    source_url: z.string().nullable().meta({ description: 'The page that the photo comes from.' }),
  })
  .meta({ id: 'SpeciesPhoto' });
export type SpeciesPhotoView = z.infer<typeof speciesPhotoSchema>;

/** What a view is made for. The files of a catch's photo lie with the catch: they go when it loses them. */
export interface PhotoContext {
  readonly origin: string;
  readonly nameOf: (anglerId: string) => string | null;
}

/** All pictures of a species: its photos, and the drawing last. */
export const photoViewsOf = (
  species: Portrayed & { readonly id: string; readonly photos: readonly SpeciesPhoto[] },
  context: PhotoContext,
): SpeciesPhotoView[] => [
  ...species.photos.map((photo) => photoView(species.id, photo, context)),
  illustrationView(species, context.origin),
];

export const photoView = (
  speciesId: string,
  photo: SpeciesPhoto,
  { origin, nameOf }: PhotoContext,
): SpeciesPhotoView => {
  const file = (variant: PhotoVariant, { width, height }: PhotoSize) => ({
    url:
      photo.catchId === null
        ? addressOf(origin, speciesId, photo.digest, variant, photo.format)
        : `${origin}/v1/photos/${photo.digest}/${variant}.${PHOTO_EXTENSIONS[photo.format]}`,
    width,
    height,
  });
  const { thumb, small, large } = photo.variants;
  return {
    id: photo.id,
    kind: photo.kind,
    ...file('full', photo),
    variants: { thumb: file('thumb', thumb), small: file('small', small), large: file('large', large) },
    license: photo.license,
    attribution: photo.anglerId === null ? photo.attribution : nameOf(photo.anglerId),
    source_url: photo.catchId === null ? photo.sourceUrl : `${origin}/v1/catches/${photo.catchId}`,
  };
};

const illustrationView = (species: Portrayed & { readonly id: string }, origin: string): SpeciesPhotoView => {
  const digest = illustrationDigest(species);
  const file = (variant: PhotoVariant) => ({
    url: addressOf(origin, species.id, digest, variant, 'webp'),
    ...ILLUSTRATION_SIZES[variant],
  });
  return {
    id: illustrationIdOf(species.id),
    kind: 'illustration',
    ...file('full'),
    variants: { thumb: file('thumb'), small: file('small'), large: file('large') },
    license: 'CC0-1.0',
    attribution: null,
    source_url: null,
  };
};

/** The drawing of a species has an id as photos have. */
export const illustrationIdOf = (speciesId: string): string => speciesId.replace(/^[^_]*/, 'pho');

const addressOf = (origin: string, id: string, digest: string, variant: PhotoVariant, format: PhotoFormat): string =>
  `${origin}/v1/species/${id}/pictures/${digest}/${variant}.${PHOTO_EXTENSIONS[format]}`;
