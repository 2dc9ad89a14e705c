import { expect, it } from '@jest/globals';
import { OwnPaths } from './own-paths.js';

const paths = new OwnPaths();
paths.add('/signin', ['GET', 'HEAD']);
paths.add('/signin', ['POST']);
paths.add('/problems/:code', ['GET']);
paths.add('/assets/*', ['GET']);

it.each([
  ['/signin', 'GET, HEAD, POST, OPTIONS'],
  ['/problems/catch.not_found', 'GET, OPTIONS'],
  ['/assets/index.js', 'GET, OPTIONS'],
  ['/assets/deep/index.js', 'GET, OPTIONS'],
])('%s takes %s', (path, allow) => {
  expect(paths.allowAt(path)).toBe(allow);
});

it.each(['/', '/signin/', '/signin/more', '/problems', '/problems/', '/problems/a/b', '/assets', '/SIGNIN'])(
  '%s is nothing',
  (path) => {
    expect(paths.allowAt(path)).toBeUndefined();
  },
);
