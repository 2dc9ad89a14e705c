import { tierRank, tierReaches, VERIFICATION_TIERS } from './verification-tier.js';

test('tiers rise from unverified to certified', () => {
  expect(VERIFICATION_TIERS.map(tierRank)).toEqual([0, 1, 2, 3]);
});

test.each([
  ['witnessed', 'photo', true],
  ['witnessed', 'witnessed', true],
  ['witnessed', 'certified', false],
  ['unverified', 'photo', false],
] as const)('%s reaches %s: %s', (tier, least, reached) => {
  expect(tierReaches(tier, least)).toBe(reached);
});
