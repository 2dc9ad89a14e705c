import { parseBody } from '@cds/validation';
import { CatchRules } from '../../catches/rules/catch-rules.js';
import { logCatchBody } from '../../catches/rules/catch-schemas.js';
import { keptErrors } from './kept-errors.js';

const keptOf = (detail: string): string | undefined => keptErrors([{ pointer: '/x', code: 'type', detail }])[0]?.detail;

describe('what is kept of the errors of a row', () => {
  it.each([
    ['must be a number, not "Jo \\"The\\" Angler, 41.5"', 'must be a number'],
    ['must be at most 5000, not 6000', 'must be at most 5000'],
    ['must be one of freshwater, saltwater, not "Jo"', 'must be one of freshwater, saltwater'],
    ['There is no "Jo" here.', 'There is no "…" here.'],
    ['is required', 'is required'],
  ])('of %s is: %s', (detail, kept) => {
    expect(keptOf(detail)).toBe(kept);
  });

  it('says nothing of a place that was given too exactly or in a wrong column', () => {
    const place = { latitude: 31.1234567, longitude: '31.123' };
    const { violations = [] } = parseBody(logCatchBody, { species: 'x', weight_lbs: 31.1234, location: place });
    const bass = { id: 'spc_1', commonName: 'Bass', scientificName: 'Bass', aliases: [], maxWeightLbs: 3 };
    const heavy = CatchRules.prototype.weight(31.123, bass);
    const kept = keptErrors([...violations, ...(heavy ? [heavy] : [])]);
    expect(kept.map(({ detail }) => detail)).toEqual([
      'must have at most 3 decimals',
      'must have at most 6 decimals',
      'must be a number',
      'is over twice the greatest weight known of Bass, 3 lb.',
    ]);
  });

  it('has pointers that can be stored, however long and odd the names of members are', () => {
    const errors = keptErrors([
      { pointer: `/a\0${'🐟'.repeat(5_000)}`, code: 'unknown_field', detail: 'is not known' },
    ]);
    expect(errors).toEqual([
      { pointer: `/a\u{fffd}${'🐟'.repeat(148)}\u{fffd}`, code: 'unknown_field', detail: 'is not known' },
    ]);
  });

  it('has no candidates, which are much for what the detail says already', () => {
    const violation = { pointer: '/species', code: 'species.unknown', detail: 'is unknown' };
    expect(keptErrors([{ ...violation, candidates: [{ id: 'spc_1', common_name: 'Bass' }] }])).toEqual([violation]);
  });

  it('is at most twenty of them', () => {
    const all = Array.from({ length: 30 }, (_, index) => ({ pointer: `/${index}`, code: 'type', detail: 'is wrong' }));
    expect(keptErrors(all)).toEqual(all.slice(0, 20));
  });
});
