import { AppError } from '@cds/errors';

export const speciesNotFound = (idOrSlug: string): AppError =>
  new AppError({
    code: 'species.not_found',
    kind: 'not-found',
    message: `There is no species ${JSON.stringify(idOrSlug)}.`,
  });

export const speciesDeleted = (idOrSlug: string): AppError =>
  new AppError({ code: 'species.deleted', kind: 'gone', message: `The species ${idOrSlug} was deleted.` });

export const speciesChanged = (id: string, version: number): AppError =>
  new AppError({
    code: 'request.precondition_failed',
    kind: 'conflict',
    message: `If-Match does not have the ETag of ${id}, which is at version ${version} now.`,
  });

export const scientificNameTaken = (scientificName: string, id: string): AppError =>
  new AppError({
    code: 'species.scientific_name_taken',
    kind: 'conflict',
    message: `The scientific name ${scientificName} is that of ${id}.`,
  });

export const speciesHasCatches = (id: string, catches: number): AppError =>
  new AppError({
    code: 'species.has_catches',
    kind: 'conflict',
    message: `The species ${id} has ${catches} ${catches === 1 ? 'catch' : 'catches'} and cannot be deleted.`,
  });

export const recordNotFound = (id: string, what: 'record' | 'world record' = 'world record'): AppError =>
  new AppError({ code: 'species.record_not_found', kind: 'not-found', message: `There is no ${what} ${id}.` });

export const tooManyRecords = (id: string, most: number): AppError =>
  new AppError({
    code: 'species.record_limit',
    kind: 'rejected',
    message: `The species ${id} has ${most} former world records, which is the most. Delete one first.`,
  });
