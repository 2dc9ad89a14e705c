import { AppError } from '@cds/errors';

const refused = (message: string): AppError =>
  new AppError({
    code: 'photo.not_promotable',
    kind: 'rejected',
    message,
    violations: [{ pointer: '/photo_id', code: 'photo.not_promotable', detail: message }],
  });

export const noSuchPhoto = (catchId: string, photoId: string): AppError =>
  refused(`${catchId} has no photo ${photoId}, or is not verified.`);

export const ofAnotherSpecies = (catchId: string): AppError => refused(`${catchId} is of another species.`);

export const withdrawnByOwner = (photoId: string): AppError =>
  refused(`The owner of ${photoId} does not want it to be shown as a photo of a species.`);

export const alreadyPromoted = (photoId: string): AppError =>
  new AppError({ code: 'photo.promoted', kind: 'conflict', message: `The species shows ${photoId} already.` });

export const notYourPhoto = (photoId: string): AppError =>
  new AppError({
    code: 'photo.forbidden',
    kind: 'forbidden',
    message: `${photoId} belongs to another account: only the account of the angler can withdraw it.`,
  });
