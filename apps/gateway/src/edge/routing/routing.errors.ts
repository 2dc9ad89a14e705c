import { AppError } from '@cds/errors';
import { nearestPath } from './nearest-path.js';

export const noSuchRoute = (path: string): AppError => {
  const near = nearestPath(path);
  const message = `No route of the API has this path${near === undefined ? '.' : `; did you mean \`${near}\`?`}`;
  return new AppError({ code: 'route.not_found', kind: 'not-found', message });
};

export const methodNotAllowed = (method: string, allow: string): AppError =>
  new AppError({
    code: 'route.method_not_allowed',
    kind: 'invalid',
    message: `This path takes ${allow}, not ${method}.`,
  });
