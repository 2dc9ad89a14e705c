import { OutageLines } from './outage-lines.js';

const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describe('lines about an outage', () => {
  it('are the first of a name, and one every half a minute with how many were omitted', () => {
    let now = 0;
    const lines = new OutageLines(() => now);
    const at = (ms: number, name = 'relay.failed') => ((now = ms), lines.take(name, AWAY));
    expect([0, 1, 29_999, 30_000, 59_999, 60_000].map((ms) => at(ms))).toEqual([
      0,
      undefined,
      undefined,
      2,
      undefined,
      1,
    ]);
    expect(at(60_001, 'jobs.not_claimed')).toBe(0);
  });
});

describe('lines about anything else', () => {
  it.each([undefined, new TypeError('x is undefined')])('are all taken: %s', (error) => {
    const lines = new OutageLines();
    expect([1, 2, 3].map(() => lines.take('job.failed', error))).toEqual([0, 0, 0]);
  });
});
