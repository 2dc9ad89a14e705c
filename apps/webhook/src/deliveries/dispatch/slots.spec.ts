import { Slots } from './slots.js';

const takeAll = (slots: Slots, endpointId: string): number => {
  let taken = 0;
  for (; slots.roomFor(endpointId) > 0; taken += 1) slots.take(endpointId);
  return taken;
};

describe('slots', () => {
  it('are bounded for each endpoint', () => {
    const slots = new Slots({ total: 100, perEndpoint: 8 });
    expect(takeAll(slots, 'we_1')).toBe(8);
    expect(slots.roomFor('we_2')).toBe(8);
  });

  it('keep the last quarter for endpoints that have none', () => {
    const slots = new Slots({ total: 16, perEndpoint: 8 });
    expect(takeAll(slots, 'we_1')).toBe(8);
    expect(takeAll(slots, 'we_2')).toBe(4);
    expect(['we_3', 'we_4', 'we_5', 'we_6', 'we_7'].map((one) => takeAll(slots, one))).toEqual([1, 1, 1, 1, 0]);
  });

  it('come back', () => {
    const slots = new Slots({ total: 4, perEndpoint: 4 });
    const leases = [slots.take('we_1'), slots.take('we_1'), slots.take('we_1')];
    expect(slots.roomFor('we_1')).toBe(0);
    for (const lease of leases.slice(1)) lease.free();
    expect(slots.roomFor('we_1')).toBe(2);
  });

  it('come back to their endpoint with the answer, and to all when the attempt is over', () => {
    const slots = new Slots({ total: 4, perEndpoint: 2 });
    const [first] = [slots.take('we_1'), slots.take('we_1')];
    expect(slots.roomFor('we_1')).toBe(0);
    first?.answered();
    first?.answered();
    expect([slots.roomFor('we_1'), takeAll(slots, 'we_2')]).toEqual([1, 1]);
    first?.free();
    expect(slots.roomFor('we_3')).toBe(1);
  });

  it('about to be taken count', () => {
    const slots = new Slots({ total: 4, perEndpoint: 4 });
    expect(slots.roomFor('we_1')).toBe(3);
    expect(slots.roomFor('we_1', 3)).toBe(1);
    expect(slots.roomFor('we_1', 4)).toBe(0);
  });

  it('of one and only one let one through at a time', () => {
    const slots = new Slots({ total: 1, perEndpoint: 8 });
    expect(takeAll(slots, 'we_1')).toBe(1);
    expect(slots.roomFor('we_2')).toBe(0);
  });
});
