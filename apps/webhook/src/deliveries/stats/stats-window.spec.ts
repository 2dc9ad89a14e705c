import { statsWindow } from './stats-window.js';

const now = new Date('2026-11-21T09:30:00.000Z');

describe('the window of statistics', () => {
  it('is the last 24 hours by default', () => {
    expect(statsWindow({}, now)).toEqual({ since: new Date('2026-11-20T09:30:00.000Z'), until: now });
  });

  it('is what is asked for', () => {
    const asked = { since: '2026-11-14T10:00:00+01:00', until: '2026-11-21T09:00:00Z' };
    expect(statsWindow(asked, now)).toEqual({ since: new Date(asked.since), until: new Date(asked.until) });
  });

  it.each([
    [{ since: '2026-11-21T09:30:00Z' }],
    [{ since: '2026-11-22T00:00:00Z' }],
    [{ since: '2026-11-21T08:00:00Z', until: '2026-11-21T07:00:00Z' }],
    [{ since: '2026-11-14T09:29:59.999Z' }],
  ])('cannot be %j', (query) => {
    expect(() => statsWindow(query, now)).toThrow('since');
  });
});
