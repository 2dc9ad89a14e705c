import type { ErrorKind } from './app-error.js';
import { HTTP_STATUS, MESSAGE_DISPOSITION } from './tables.js';

test.each<[ErrorKind, number, 'retry' | 'dead-letter']>([
  ['invalid', 400, 'dead-letter'],
  ['unauthenticated', 401, 'dead-letter'],
  ['forbidden', 403, 'dead-letter'],
  ['not-found', 404, 'dead-letter'],
  ['conflict', 409, 'retry'],
  ['gone', 410, 'dead-letter'],
  ['rejected', 422, 'dead-letter'],
  ['too-many', 429, 'retry'],
  ['unavailable', 503, 'retry'],
])('%s is answered with %i, and a message that meets it has the fate %s', (kind, status, fate) => {
  expect(HTTP_STATUS[kind]).toBe(status);
  expect(MESSAGE_DISPOSITION[kind]).toBe(fate);
});

test('both tables know the same kinds', () => {
  expect(Object.keys(MESSAGE_DISPOSITION).sort()).toEqual(Object.keys(HTTP_STATUS).sort());
});
