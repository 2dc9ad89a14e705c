import { AppError } from '@cds/errors';

export const anglerNotFound = (id: string): AppError =>
  new AppError({
    code: 'angler.not_found',
    kind: 'not-found',
    message: `There is no angler ${JSON.stringify(id.slice(0, 100))}.`,
  });

export const anglerErased = (id: string): AppError =>
  new AppError({ code: 'angler.erased', kind: 'gone', message: `The angler ${id} was erased.` });

export const anglerOfCatchErased = (cause: unknown): AppError =>
  new AppError({
    code: 'angler.erased',
    kind: 'gone',
    message: 'The angler of this catch was erased: nothing more can be said of them.',
    cause,
  });

export const anglerForbidden = (id: string): AppError =>
  new AppError({
    code: 'angler.forbidden',
    kind: 'forbidden',
    message: `The angler ${id} belongs to another account.`,
  });

export const anglerChanged = (id: string): AppError =>
  new AppError({
    code: 'request.precondition_failed',
    kind: 'conflict',
    message: `If-Match does not have the ETag of ${id}, who was changed meanwhile.`,
  });

export const anglerExternalIdTaken = (externalId: string, anglerId: string): AppError =>
  new AppError({
    code: 'angler.external_id_taken',
    kind: 'conflict',
    message: `The external_id ${JSON.stringify(externalId)} is that of ${anglerId}.`,
  });
