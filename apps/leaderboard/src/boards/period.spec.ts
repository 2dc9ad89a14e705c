import { PERIOD_KINDS } from './board.js';
import { parsePeriod, periodOf } from './period.js';

const at = (text: string): Date => new Date(text);

describe('the period of an instant', () => {
  it.each([
    ['year', '2026-12-31T23:59:59.999Z', '2026', '2026-01-01', '2027-01-01'],
    ['year', '2027-01-01T00:00:00.000Z', '2027', '2027-01-01', '2028-01-01'],
    ['month', '2026-12-31T23:59:59.999Z', '2026-12', '2026-12-01', '2027-01-01'],
    ['month', '2028-02-29T12:00:00.000Z', '2028-02', '2028-02-01', '2028-03-01'],
    ['week', '2026-11-22T23:59:59.999Z', '2026-W47', '2026-11-16', '2026-11-23'],
    ['week', '2026-11-23T00:00:00.000Z', '2026-W48', '2026-11-23', '2026-11-30'],
    ['week', '2027-01-01T00:00:00.000Z', '2026-W53', '2026-12-28', '2027-01-04'],
    ['week', '2024-12-30T00:00:00.000Z', '2025-W01', '2024-12-30', '2025-01-06'],
    ['week', '1969-12-31T00:00:00.000Z', '1970-W01', '1969-12-29', '1970-01-05'],
    ['year', '0050-06-01T00:00:00.000Z', '0050', '0050-01-01', '0051-01-01'],
  ] as const)('of kind %s at %s is %s', (kind, instant, id, startsAt, endsAt) => {
    expect(periodOf(kind, at(instant))).toEqual({ kind, id, startsAt: at(startsAt), endsAt: at(endsAt) });
  });

  it('has no bounds for all time', () => {
    expect(periodOf('all_time', at('2026-11-23'))).toEqual({
      kind: 'all_time',
      id: 'all',
      startsAt: null,
      endsAt: null,
    });
  });

  it.each(PERIOD_KINDS)('is what its id means (%s)', (kind) => {
    for (let day = 0; day < 3_000; day += 1) {
      const period = periodOf(kind, new Date(Date.UTC(2020, 0, 1 + day, 13)));
      expect(parsePeriod(period.id)).toEqual(period);
    }
  });
});

describe('a text', () => {
  it.each([
    '',
    'All',
    '26',
    '2026-1',
    '2026-00',
    '2026-13',
    '2026-W00',
    '2025-W53',
    '2026-W54',
    '2026-w47',
    '2026-11-01',
  ])('is the id of no period: %s', (id) => {
    expect(parsePeriod(id)).toBeNull();
  });
});
