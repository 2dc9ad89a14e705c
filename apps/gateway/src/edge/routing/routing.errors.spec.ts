import { noSuchRoute } from './routing.errors.js';

it.each([
  ['/v1/catches/', 'No route of the API has this path; did you mean `/v1/catches`?'],
  ['//v1/catches', 'No route of the API has this path; did you mean `/v1/catches`?'],
  ['/v1/nothing/at/all', 'No route of the API has this path.'],
])('%s: %s', (path, message) => {
  expect(noSuchRoute(path).message).toBe(message);
});

it.each(['%zz', '%2F', '%00', '..', '%2e', 'x'.repeat(501)])('says why no thing is called %s', (segment) => {
  expect(noSuchRoute(`/v1/catches/${segment}`).message).toMatch(
    /: what stands between two slashes must be percent-enc/,
  );
});
