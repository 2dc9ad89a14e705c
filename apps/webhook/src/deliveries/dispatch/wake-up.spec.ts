import { eventually } from '@cds/testing';
import { WakeUp } from './wake-up.js';

describe('a wake-up', () => {
  it('rings at the earliest time asked for, once', async () => {
    const rung: number[] = [];
    const begun = performance.now();
    const alarm = new WakeUp(() => rung.push(performance.now() - begun));
    alarm.within(60_000);
    alarm.within(40);
    alarm.within(80);
    await eventually(() => expect(rung).toHaveLength(1));
    expect(rung[0]).toBeGreaterThanOrEqual(39);
    alarm.within(0);
    await eventually(() => expect(rung).toHaveLength(2));
  });

  it('that was cancelled does not ring, and can be set again', async () => {
    let rung = 0;
    const alarm = new WakeUp(() => (rung += 1));
    alarm.within(0);
    alarm.cancel();
    alarm.within(20);
    await eventually(() => expect(rung).toBe(1));
  });
});
