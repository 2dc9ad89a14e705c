import type { PhotoImage } from '@cds/photos/image';
import type { SpeciesPhoto } from '../../catalogue/species-photo.js';
import type { SpeciesDescription, SpeciesPhotoAdded } from '../../catalogue/species.events.js';
import { PHOTOS_PER_SPECIES, tooManyPhotos } from '../photo.errors.js';
import type { PhotoFields } from './photo-fields.js';

export interface AddPhoto {
  readonly photoId: string;
  readonly image: PhotoImage;
  readonly fields: PhotoFields;
  /** ISO 8601 in UTC. */
  readonly addedAt: string;
}

/** The new photo is shown after the others. Fails with `photo.limit`. */
export const addPhoto = (command: AddPhoto, species: SpeciesDescription): SpeciesPhotoAdded => {
  checkRoom(species);
  const photo = photoOf(command);
  return { type: 'SpeciesPhotoAdded', data: { species: { ...species, photos: [...species.photos, photo] }, photo } };
};

export const checkRoom = ({ photos }: Pick<SpeciesDescription, 'photos'>): void => {
  if (photos.length >= PHOTOS_PER_SPECIES) throw tooManyPhotos();
};

const photoOf = ({ photoId, image, fields, addedAt }: AddPhoto): SpeciesPhoto => {
  const { full, thumb, small, large } = image.sizes;
  return {
    id: photoId,
    kind: 'photo',
    digest: image.digest,
    format: image.format,
    ...full,
    variants: { thumb, small, large },
    license: fields.license,
    attribution: fields.attribution,
    anglerId: null,
    catchId: null,
    sourceUrl: fields.source_url,
    createdAt: addedAt,
  };
};
