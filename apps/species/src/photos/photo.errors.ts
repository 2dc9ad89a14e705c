import { AppError } from '@cds/errors';

/** The most that one species has. */
export const PHOTOS_PER_SPECIES = 20;

export const pictureNotFound = (): AppError =>
  new AppError({ code: 'photo.not_found', kind: 'not-found', message: 'The species has no picture at this address.' });

export const photoNotFound = (id: string): AppError =>
  new AppError({ code: 'photo.not_found', kind: 'not-found', message: `There is no photo ${id} of this species.` });

export const tooManyPhotos = (): AppError =>
  new AppError({
    code: 'photo.limit',
    kind: 'rejected',
    message: `The species has ${PHOTOS_PER_SPECIES} photos already.`,
  });
