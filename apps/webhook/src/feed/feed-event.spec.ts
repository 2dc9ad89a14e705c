import { feedEventView } from './feed-event.js';

const eventOf = (data: object): string =>
  JSON.stringify({ id: 'evt_1', type: 'leaderboard.entry_changed', timestamp: '2026-11-20T08:00:00.000Z', data });
const metric = (data: object): unknown => feedEventView(eventOf(data), { units: 'metric' }).data;

describe('an event in metric units', () => {
  it.each([
    ['heaviest', 10, { score_kg: 4.536 }],
    ['deepest', 10, { score_m: 3.048 }],
    ['longest', 10, { score_cm: 25.4 }],
    ['catch_count', 10, {}],
  ])('has the twins of the scores of a board by %s', (rule, score, twins) => {
    const board = { id: 'lb_1', name: 'A board', rule: { metric: rule } };
    const before = { score: null, catch_id: null };
    expect(metric({ board, score, previous: before, entries: [{ rank: 1, score }] })).toEqual({
      board,
      score,
      ...twins,
      previous: { ...before, ...Object.fromEntries(Object.keys(twins).map((twin) => [twin, null])) },
      entries: [{ rank: 1, score, ...twins }],
    });
  });

  it('has the twins of measures, and keeps what is none', () => {
    const data = { weight_lbs: 10, metadata: { weight_lbs: '7' }, photos: [], previous: { length_in: null } };
    expect(metric(data)).toEqual({ ...data, weight_kg: 4.536, previous: { length_in: null, length_cm: null } });
  });

  it('is not changed when units are imperial', () => {
    const data = { board: { rule: { metric: 'heaviest' } }, score: 10 };
    expect(feedEventView(eventOf(data), { units: 'imperial' }).data).toEqual(data);
  });
});
