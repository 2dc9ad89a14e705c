import { derivedId } from './derived-id.js';
import { newId } from './new-id.js';
import { timeOfId } from './time-of-id.js';

describe('the time of an id', () => {
  it('is when the id was made', () => {
    const before = Date.now();
    const at = timeOfId(newId('species')).getTime();
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it('is that of a derived id', () => {
    const at = new Date('2026-05-01T06:00:00.123Z');
    expect(timeOfId(derivedId('event', at, 'a'))).toEqual(at);
  });

  it('is some time for an id that is well-formed and no UUID of any version', () => {
    expect(timeOfId(`lb_${'1'.repeat(26)}`).getTime()).not.toBeNaN();
  });
});
