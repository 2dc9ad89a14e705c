import { z } from 'zod';
import { metricFieldsOf, metricTwins } from './metric-units.js';
import { pickFields, queryFields, queryNames } from './query-names.js';
import { querySort } from './query-sort.js';

const codesOf = (result: { error?: { issues: { params?: Record<string, unknown> }[] } }) =>
  result.error?.issues.map(({ params }) => params?.['code']);

describe('a sort', () => {
  const sort = querySort(['weight_lbs', 'created_at']);

  it('names keys, each in its own direction', () => {
    expect(sort.parse('-weight_lbs,created_at')).toEqual([
      { key: 'weight_lbs', descending: true },
      { key: 'created_at', descending: false },
    ]);
  });

  it.each([
    ['an unknown key', 'notes', 'enum'],
    ['nothing', '', 'enum'],
    ['an empty key', 'weight_lbs,', 'enum'],
    ['a sign twice', '--weight_lbs', 'enum'],
    ['a key twice', 'weight_lbs,-weight_lbs', 'format'],
  ])('refuses %s', (_what, text, code) => {
    expect(codesOf(sort.safeParse(text) as never)).toEqual([code]);
  });
});

describe('fields', () => {
  it('leave what they name', () => {
    expect(pickFields({ id: 1, weight_lbs: 2, notes: null }, queryNames(['id', 'notes']).parse('notes,id'))).toEqual({
      id: 1,
      notes: null,
    });
    expect(pickFields({ id: 1 }, undefined)).toEqual({ id: 1 });
  });

  it('are those of the answers’ schema', () => {
    const fields = queryFields(z.strictObject({ id: z.string(), notes: z.string() }));
    expect(fields.parse('notes')).toEqual(new Set(['notes']));
    expect(codesOf(fields.safeParse('note') as never)).toEqual(['enum']);
  });

  it.each(['', 'size', 'id,', 'id,size', ' id'])('refuse %j', (text) => {
    expect(codesOf(queryNames(['id']).safeParse(text) as never)).toEqual(['enum']);
  });
});

describe('metric twins', () => {
  it('are exact to three decimals', () => {
    expect(metricTwins({ weight_lbs: 8.4, depth_ft: 12.5, length_in: 21 })).toEqual({
      weight_kg: 3.81,
      depth_m: 3.81,
      length_cm: 53.34,
    });
    expect(metricTwins({ weight_lbs: 5_000 })).toEqual({ weight_kg: 2_267.962 });
  });

  it('are there for the greatest of a kind too', () => {
    expect(metricTwins({ max_weight_lbs: 22.25, max_length_in: null })).toEqual({
      max_weight_kg: 10.092,
      max_length_cm: null,
    });
    expect(metricFieldsOf(['max_weight_lbs', 'length_in'])).toEqual(['max_weight_kg', 'length_cm']);
  });

  it('of nothing are nothing', () => {
    expect(metricTwins({ weight_lbs: 1, depth_ft: null })).toEqual({ weight_kg: 0.454, depth_m: null });
  });
});
