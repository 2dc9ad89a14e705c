import type { SpeciesDescription, SpeciesPhotoRemoved } from '../../catalogue/species.events.js';
import { photoNotFound } from '../photo.errors.js';

/** The drawing is no photo and stays. Fails with `photo.not_found`. */
export const removePhoto = (photoId: string, species: SpeciesDescription): SpeciesPhotoRemoved => {
  const photo = species.photos.find(({ id }) => id === photoId);
  if (!photo) throw photoNotFound(photoId);
  const photos = species.photos.filter((other) => other !== photo);
  return { type: 'SpeciesPhotoRemoved', data: { species: { ...species, photos }, photo } };
};
