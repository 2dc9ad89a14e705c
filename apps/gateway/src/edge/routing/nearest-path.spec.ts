import { nearestPath } from './nearest-path.js';

it.each([
  ['/v1/catchs', '/v1/catches'],
  ['/v1/catchs/catch_01h455vb4pex5vsknk084sn02q', '/v1/catches/{id}'],
  ['/v1/import', '/v1/imports'],
  ['/v1/leaderboard/lb_1/entrys', '/v1/leaderboards/{id}/entries'],
  ['/v1/boats', undefined],
  ['/v1/', undefined],
  [`/v1/catchs/${'x'.repeat(200)}`, undefined],
])('for %s means %s', (path, expected) => {
  expect(nearestPath(path)).toBe(expected);
});
