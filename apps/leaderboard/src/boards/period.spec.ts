import { PERIOD_KINDS } from './board.js';
import { periodAt, periodWithId } from './period.js';

describe('the period of a time', () => {
  it.each([
    ['year', '2026-11-23T00:00:00.000Z', '2026', '2026-01-01', '2027-01-01'],
    ['month', '2026-11-30T23:59:59.999Z', '2026-11', '2026-11-01', '2026-12-01'],
    ['month', '2026-12-01T00:00:00.000Z', '2026-12', '2026-12-01', '2027-01-01'],
    ['month', '2028-02-29T12:00:00.000Z', '2028-02', '2028-02-01', '2028-03-01'],
    ['week', '2026-11-22T23:59:59.999Z', '2026-W47', '2026-11-16', '2026-11-23'],
    ['week', '2026-11-23T00:00:00.000Z', '2026-W48', '2026-11-23', '2026-11-30'],
    ['week', '2027-01-01T00:00:00.000Z', '2026-W53', '2026-12-28', '2027-01-04'],
    ['week', '2024-12-31T00:00:00.000Z', '2025-W01', '2024-12-30', '2025-01-06'],
    ['week', '2021-01-03T12:00:00.000Z', '2020-W53', '2020-12-28', '2021-01-04'],
    ['year', '0050-06-01T00:00:00.000Z', '0050', '0050-01-01', '0051-01-01'],
  ] as const)('%s of %s is %s', (kind, at, id, start, end) => {
    const period = periodAt(kind, new Date(at));
    expect(period).toEqual({
      kind,
      id,
      startsAt: new Date(`${start}T00:00:00.000Z`),
      endsAt: new Date(`${end}T00:00:00.000Z`),
    });
    expect(periodWithId(id)).toEqual(period);
  });

  it('of boards for all time has no bounds', () => {
    const all = { kind: 'all_time', id: 'all', startsAt: null, endsAt: null };
    expect(periodAt('all_time', new Date())).toEqual(all);
    expect(periodWithId('all')).toEqual(all);
  });

  it('ends where the next one begins, over forty years of days', () => {
    const first = Date.UTC(1999, 11, 20);
    for (let day = 0; day < 366 * 40; day += 1) {
      const at = new Date(first + day * 86_400_000);
      for (const kind of PERIOD_KINDS.filter((one) => one !== 'all_time')) {
        const { id, startsAt, endsAt } = periodAt(kind, at);
        if (!startsAt || !endsAt) throw new Error('it has bounds');
        expect(startsAt <= at && at < endsAt).toBe(true);
        expect(periodWithId(id)?.startsAt).toEqual(startsAt);
        expect(periodAt(kind, endsAt).startsAt).toEqual(endsAt);
      }
    }
  });
});

describe('what is no id of a period', () => {
  it.each(['', 'All', '26', '02026', '2026-13', '2026-00', '2026-W00', '2026-W54', '2025-W53', '2026-w47', '2026-W7'])(
    '%s',
    (id) => expect(periodWithId(id)).toBeUndefined(),
  );
  it.each(['0000', '0000-01', '2026-11-23', '2026-W47-1', ' 2026', '2026\n', '٢٠٢٦'])('%s', (id) =>
    expect(periodWithId(id)).toBeUndefined(),
  );
});
