import { retryAfterSeconds } from './retry-after.js';

const now = new Date('2026-11-21T09:00:00.000Z');

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['Sat, 21 Nov 2026 09:01:00 GMT', 60],
    ['Saturday, 21-Nov-26 09:02:00 GMT', 120],
    ['Sat Nov 21 09:03:00 2026', 180],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ])('%j asks for %d seconds', (header, seconds) => expect(retryAfterSeconds(header, now)).toBe(seconds));

  it.each([
    undefined,
    '',
    '-5',
    '1.5',
    '1e3',
    'soon',
    '5, 10',
    '2026-11-21T09:01:00Z',
    'Sat, 21 Foo 2026 09:01:00 GMT',
    'tomorrow',
  ])('%j asks for nothing', (header) => expect(retryAfterSeconds(header, now)).toBeUndefined());
});
