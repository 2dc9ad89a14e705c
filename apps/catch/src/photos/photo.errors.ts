import { AppError } from '@cds/errors';
import { PHOTOS_PER_CATCH } from '../catches/model/catch-photo.js';

export const photoNotFound = (id: string, cause?: unknown): AppError =>
  new AppError({
    code: 'photo.not_found',
    kind: 'not-found',
    message: `There is no photo ${id} of this catch.`,
    cause,
  });

export const photoChanged = (id: string): AppError =>
  new AppError({
    code: 'request.precondition_failed',
    kind: 'conflict',
    message: `If-Match does not have the ETag of the photo ${id}.`,
  });

export const fileNotFound = (): AppError =>
  new AppError({ code: 'photo.not_found', kind: 'not-found', message: 'No photo has this file.' });

export const tooManyPhotos = (): AppError =>
  new AppError({ code: 'photo.limit', kind: 'rejected', message: `The catch has ${PHOTOS_PER_CATCH} photos already.` });
