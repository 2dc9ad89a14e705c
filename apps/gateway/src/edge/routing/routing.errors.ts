import { AppError } from '@cds/errors';
import { nearestPath } from './nearest-path.js';
import { isPlainSegment } from './route-matcher.js';

export const noSuchRoute = (path: string): AppError => {
  const message = `No route of the API has this path${reasonOf(path)}`;
  return new AppError({ code: 'route.not_found', kind: 'not-found', message });
};

const reasonOf = (path: string): string => {
  const isPlain = path.split('/').every((segment) => segment === '' || isPlainSegment(segment));
  if (!isPlain) return ODD_SEGMENT;
  const near = nearestPath(path);
  return near === undefined ? '.' : `; did you mean \`${near}\`?`;
};

const ODD_SEGMENT =
  ': what stands between two slashes must be percent-encoded, must not be a dot or two, must not contain a slash, a ' +
  'backslash or NUL, and may have at most 500 characters.';

export const methodNotAllowed = (method: string, allow: string): AppError =>
  new AppError({
    code: 'route.method_not_allowed',
    kind: 'invalid',
    message: `This path takes ${allow}, not ${method}.`,
  });
