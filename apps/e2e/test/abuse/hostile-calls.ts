import type { Answered, Caller } from './caller.js';

const json = (caller: Caller, path: string, body: string): Promise<Answered> =>
  caller.ask('POST', path, body, { 'content-type': 'application/json' });

/** Calls that once cost more than they should, each with the statuses that it may be answered. */
export const HOSTILE_CALLS: readonly (readonly [string, (caller: Caller) => Promise<Answered>, readonly number[]])[] = [
  ['a body of 100,000 brackets', (caller) => json(caller, '/v1/catches', '['.repeat(100_000)), [400]],
  ['an unended body of 100,000 objects', (caller) => json(caller, '/v1/catches', '{"a":'.repeat(100_000)), [400]],
  ['a body with a name that has NUL', (caller) => json(caller, '/v1/catches', '{"no\\u0000tes":1}'), [400]],
  ['a body with half a character', (caller) => json(caller, '/v1/catches', '{"\\ud83d":1}'), [400]],
  ['a list that is sorted by NUL', (caller) => caller.ask('GET', '/v1/catches?sort=%00'), [400]],
  ['a body with __proto__', (caller) => json(caller, '/v1/catches', '{"__proto__":{"a":1}}'), [400]],
  [
    'a search for characters that unfold',
    (caller) => caller.ask('GET', `/v1/species?q=${encodeURIComponent('㌖'.repeat(60))}`),
    [200, 400],
  ],
  [
    'a search for very many letters',
    (caller) => caller.ask('GET', `/v1/catches?q=${encodeURIComponent('a b c d e f g h i j k l m n o p'.repeat(6))}`),
    [200, 400, 429],
  ],
  [
    'a list of a hundred species that do not exist',
    (caller) =>
      caller.ask(
        'GET',
        `/v1/catches?${Array.from({ length: 100 }, (_, index) => `species=unknown${index}`).join('&')}`,
      ),
    [400, 422],
  ],
  ['a page that nobody can reach', (caller) => caller.ask('GET', '/v1/catches?page=10000&per_page=100'), [400]],
  ['a cursor of its own making', (caller) => caller.ask('GET', `/v1/catches?cursor=${'A'.repeat(2_000)}`), [400]],
  [
    'webhooks that are sent again at once',
    (caller) =>
      caller.send('/v1/webhooks', {
        url: 'https://example.com/hook',
        event_types: ['*'],
        retry_schedule: Array.from({ length: 20 }, () => 0),
      }),
    [400, 403],
  ],
];
