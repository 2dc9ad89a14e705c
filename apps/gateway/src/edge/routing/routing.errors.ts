import { AppError } from '@cds/errors';

export const noSuchRoute = (): AppError =>
  new AppError({ code: 'route.not_found', kind: 'not-found', message: 'No route of the API has this path.' });

export const methodNotAllowed = (method: string, allow: string): AppError =>
  new AppError({
    code: 'route.method_not_allowed',
    kind: 'invalid',
    message: `This path takes ${allow}, not ${method}.`,
  });
