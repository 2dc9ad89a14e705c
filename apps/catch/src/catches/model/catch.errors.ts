import { AppError } from '@cds/errors';

export const catchNotFound = (id: string): AppError =>
  new AppError({ code: 'catch.not_found', kind: 'not-found', message: `There is no catch ${id}.` });

export const catchDeleted = (id: string): AppError =>
  new AppError({ code: 'catch.deleted', kind: 'gone', message: `The catch ${id} was deleted.` });

export const catchForbidden = (id: string): AppError =>
  new AppError({ code: 'catch.forbidden', kind: 'forbidden', message: `The catch ${id} belongs to another account.` });

export const tooManyChanges = (id: string, max: number): AppError =>
  new AppError({
    code: 'catch.too_many_changes',
    kind: 'conflict',
    message: `The catch ${id} has been changed too often: it may have ${max} versions. It can still be deleted.`,
  });

export const tooManyVerifications = (id: string, max: number): AppError =>
  new AppError({
    code: 'catch.too_many_changes',
    kind: 'conflict',
    message: `The catch ${id} has been asked about too often: it may have ${max} verifications.`,
  });

export const externalIdTaken = (externalId: string, catchId: string): AppError =>
  new AppError({
    code: 'catch.external_id_taken',
    kind: 'conflict',
    message: `The external_id ${JSON.stringify(externalId)} is that of ${catchId}.`,
  });
