import { scoreTwins } from './score-units.js';

describe('the metric twin of a score', () => {
  it.each([
    ['heaviest', 8.4, { score_kg: 3.81 }],
    ['total_weight', 1_000, { score_kg: 453.592 }],
    ['deepest', 30, { score_m: 9.144 }],
    ['longest', 22.5, { score_cm: 57.15 }],
    ['catch_count', 12, {}],
    ['species_count', 3, {}],
    [undefined, 3, {}],
  ] as const)('of %s %d is %j', (metric, score, twins) => {
    expect(scoreTwins(metric, score)).toEqual(twins);
  });
});
