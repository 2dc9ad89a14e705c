import { idSchema } from '@cds/contracts';
import { AppError } from '@cds/errors';

const anglerIdSchema = idSchema('angler');

export const anglerNotFound = (id: string): AppError =>
  new AppError({
    code: 'angler.not_found',
    kind: 'not-found',
    message: `There is no angler ${JSON.stringify(id.slice(0, 100))}.`,
  });

export const anglerErased = (id: string): AppError =>
  new AppError({ code: 'angler.erased', kind: 'gone', message: `The angler ${id} was erased.` });

/** Fails with `angler.not_found` for a text that cannot be the id of an angler. */
export const refuseMalformedAngler = (id: string): void => {
  if (!anglerIdSchema.safeParse(id).success) throw anglerNotFound(id);
};
