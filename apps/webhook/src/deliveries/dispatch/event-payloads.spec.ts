import type pg from 'pg';
import { EventPayloads } from './event-payloads.js';

const harness = (stored: Readonly<Record<string, string>>) => {
  const read: string[][] = [];
  const query = (_: string, [ids]: [string[]]) => {
    read.push(ids);
    const kept = ids.filter((id) => id in stored);
    return Promise.resolve({ rows: kept.map((id) => ({ id, payload: stored[id], traceparent: null })) });
  };
  const clock = { now: 1 };
  return { read, clock, events: new EventPayloads({ query } as unknown as pg.Pool, () => clock.now) };
};

describe('the payloads of events', () => {
  it('are read once for messages that are claimed soon after each other', async () => {
    const { read, events } = harness({ evt_1: 'one', evt_2: 'two', evt_3: 'three' });
    expect(await events.of(['evt_1', 'evt_2', 'evt_1'])).toEqual(
      new Map([
        ['evt_1', { payload: 'one', traceparent: null }],
        ['evt_2', { payload: 'two', traceparent: null }],
      ]),
    );
    expect([...(await events.of(['evt_2', 'evt_3'])).keys()].sort()).toEqual(['evt_2', 'evt_3']);
    expect((await events.of(['evt_1', 'evt_3'])).size).toBe(2);
    expect(read).toEqual([['evt_1', 'evt_2'], ['evt_3']]);
  });

  it('are read again a few seconds later, as an erasure may have changed them', async () => {
    const stored = { evt_1: 'with a name' };
    const { clock, events } = harness(stored);
    await events.of(['evt_1']);
    stored.evt_1 = 'without';
    clock.now += 5_001;
    expect((await events.of(['evt_1'])).get('evt_1')?.payload).toBe('without');
  });

  it('are missing for events that are not kept any more', async () => {
    const { events } = harness({});
    expect((await events.of(['evt_1'])).size).toBe(0);
  });
});
