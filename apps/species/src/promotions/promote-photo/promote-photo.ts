import { idSchema } from '@cds/contracts';
import { z } from 'zod';
import type { SpeciesPhoto } from '../../catalogue/species-photo.js';
import type { SpeciesDescription, SpeciesPhotoAdded } from '../../catalogue/species.events.js';
import { checkRoom } from '../../photos/add-photo/add-photo.js';
import type { PromotablePhoto } from '../promoted-photos.store.js';
import { alreadyPromoted } from '../promotion.errors.js';

export const promotePhotoBody = z
  .strictObject({
    catch_id: idSchema('catch'),
    photo_id: idSchema('photo').meta({ description: 'The id of a photo of this catch.' }),
  })
  .meta({ id: 'NewPromotion' });

/** The terms under which an angler's photo is shown. */
export const PROMOTED_LICENSE = 'By courtesy of the angler, who may withdraw it';

/** The photo of the catch is shown after the others, under its own id. Fails with `photo.limit`, `photo.promoted`. */
export const promotePhoto = (
  { photo, anglerId, catchId }: PromotablePhoto,
  species: SpeciesDescription,
  addedAt: string,
): SpeciesPhotoAdded => {
  if (species.photos.some(({ id }) => id === photo.id)) throw alreadyPromoted(photo.id);
  checkRoom(species);
  const promoted: SpeciesPhoto = {
    ...photo,
    kind: 'photo',
    license: PROMOTED_LICENSE,
    attribution: null,
    anglerId,
    catchId,
    sourceUrl: null,
    createdAt: addedAt,
  };
  const photos = [...species.photos, promoted];
  return { type: 'SpeciesPhotoAdded', data: { species: { ...species, photos }, photo: promoted } };
};
