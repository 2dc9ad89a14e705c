import { AppError } from '@cds/errors';

export const speciesNotFound = (idOrSlug: string): AppError =>
  new AppError({
    code: 'species.not_found',
    kind: 'not-found',
    message: `There is no species ${JSON.stringify(idOrSlug)}.`,
  });
