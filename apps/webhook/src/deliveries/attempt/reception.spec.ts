import { receptionOf } from './reception.js';

const answered = (status: number) => ({ answer: { status, headers: {}, body: '' }, error: null, durationMs: 1 });
const failed = (error: 'timeout' | 'connection_refused' | 'address_blocked' | 'secret_unavailable') => ({
  answer: null,
  error,
  durationMs: 1,
});

it.each([
  ['taken', [200, 204, 299]],
  ['overloaded', [408, 429, 500, 503, 599]],
  ['refused', [301, 400, 404, 410, 422]],
] as const)('a message is %s that is answered with %j', (reception, statuses) => {
  for (const status of statuses) expect(receptionOf(answered(status))).toBe(reception);
});

it('a receiver that does not answer is overloaded, and one to which nothing was sent is not', () => {
  const errors = ['timeout', 'connection_refused', 'address_blocked', 'secret_unavailable'] as const;
  expect(errors.map((error) => receptionOf(failed(error)))).toEqual(['overloaded', 'overloaded', 'refused', 'refused']);
});
