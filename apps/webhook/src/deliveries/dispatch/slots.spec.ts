import type { Receiver } from './receiver.js';
import type { Reception } from './receiver-pace.js';
import { type SlotLease, type SlotLimits, Slots } from './slots.js';

const LIMITS: SlotLimits = { total: 100, perAccount: 100, perEndpoint: 8 };

let time: number;
beforeEach(() => {
  time = 0;
});

const slotsWith = (limits: Partial<SlotLimits>): Slots => new Slots({ ...LIMITS, ...limits }, () => time);

/** An endpoint of an account of its own, or of the one that is named. */
const of = (endpointId: string, accountId = `acc_of_${endpointId}`): Receiver => ({ endpointId, accountId });

const takeAll = (slots: Slots, receiver: Receiver): SlotLease[] => {
  const leases: SlotLease[] = [];
  while (slots.room(receiver) > 0) leases.push(slots.take(receiver));
  return leases;
};

const end = (leases: readonly SlotLease[], reception: Reception): void => {
  for (const lease of leases) {
    lease.answered(reception);
    lease.free();
  }
};

/** Whole rounds of requests, each as many as there is room for, that take `tookMs`. */
const rounds = (slots: Slots, receiver: Receiver, count: number, tookMs: number, reception: Reception): void => {
  for (let round = 0; round < count; round += 1) {
    const leases = takeAll(slots, receiver);
    time += tookMs;
    end(leases, reception);
  }
};

describe('slots', () => {
  it('are bounded for each endpoint', () => {
    const slots = slotsWith({});
    expect(takeAll(slots, of('we_1'))).toHaveLength(8);
    expect(slots.room(of('we_2'))).toBe(8);
  });

  it('keep the last quarter of all for accounts that have none', () => {
    const slots = slotsWith({ total: 16 });
    expect(takeAll(slots, of('we_1'))).toHaveLength(8);
    expect(takeAll(slots, of('we_2'))).toHaveLength(4);
    const others = ['we_3', 'we_4', 'we_5', 'we_6', 'we_7'].map((id) => takeAll(slots, of(id)).length);
    expect(others).toEqual([1, 1, 1, 1, 0]);
  });

  it('of an account are a share of all, and the last quarter of it is for its endpoints that have none', () => {
    const slots = slotsWith({ perAccount: 16 });
    const taken = ['we_1', 'we_2', 'we_3', 'we_4', 'we_5', 'we_6', 'we_7', 'we_8'].map(
      (id) => takeAll(slots, of(id, 'acc_1')).length,
    );
    expect(taken).toEqual([8, 4, 1, 1, 1, 1, 0, 0]);
    expect(takeAll(slots, of('we_9', 'acc_2'))).toHaveLength(8);
  });

  it('come back', () => {
    const slots = slotsWith({ total: 4 });
    const [, ...others] = takeAll(slots, of('we_1'));
    expect(slots.room(of('we_1'))).toBe(0);
    end(others, 'refused');
    expect(slots.room(of('we_1'))).toBe(2);
  });

  it('come back to their endpoint with the answer, and to all when the attempt is over', () => {
    const slots = slotsWith({ total: 4, perEndpoint: 2 });
    const [first] = takeAll(slots, of('we_1'));
    expect(slots.room(of('we_1'))).toBe(0);
    first?.answered('taken');
    first?.answered('taken');
    expect([slots.room(of('we_1')), takeAll(slots, of('we_2')).length]).toEqual([1, 1]);
    expect([takeAll(slots, of('we_3')).length, slots.room(of('we_4'))]).toEqual([1, 0]);
    first?.free();
    expect(slots.room(of('we_4'))).toBe(1);
  });

  it('that a plan has granted are not granted again', () => {
    const slots = slotsWith({ total: 16, perAccount: 8, perEndpoint: 4 });
    const plan = slots.plan();
    const granted = ['we_1', 'we_2', 'we_3', 'we_4'].map((id) => plan.grant(of(id, 'acc_1')));
    expect(granted).toEqual([4, 2, 1, 1]);
    expect([plan.grant(of('we_5', 'acc_1')), plan.grant(of('we_6'), 1), plan.grant(of('we_6'))]).toEqual([0, 1, 3]);
    expect(slots.room(of('we_1', 'acc_1'))).toBe(4);
  });

  it('of one and only one let one through at a time', () => {
    const slots = slotsWith({ total: 1, perAccount: 1 });
    expect(takeAll(slots, of('we_1'))).toHaveLength(1);
    expect(slots.room(of('we_2'))).toBe(0);
  });
});

describe('a receiver that takes a second', () => {
  it('gets ever more at once while it succeeds, up to the most of an endpoint', () => {
    const slots = slotsWith({ total: 1_000, perAccount: 1_000, perEndpoint: 64 });
    const room = [0, 1, 1, 1, 1].map((count) => {
      rounds(slots, of('we_1'), count, 1_000, 'taken');
      return slots.room(of('we_1'));
    });
    expect(room).toEqual([8, 16, 32, 64, 64]);
  });

  it('begins anew after ten minutes without a message', () => {
    const slots = slotsWith({ perEndpoint: 64 });
    rounds(slots, of('we_1'), 3, 1_000, 'taken');
    time += 598_000;
    expect(slots.room(of('we_1'))).toBe(64);
    time += 601_000;
    expect(slots.room(of('we_1'))).toBe(8);
  });
});

describe('slow receivers', () => {
  it('have half of all together, once they have answered slowly', () => {
    const slots = slotsWith({ total: 64, perAccount: 64, perEndpoint: 64 });
    const slow = Array.from({ length: 20 }, (_, at) => of(`we_${at}`));
    for (const receiver of slow) rounds(slots, receiver, 1, 3_000, 'refused');
    const taken = slow.flatMap((receiver) => takeAll(slots, receiver));
    expect(taken.length).toBeLessThanOrEqual(32);
    expect(taken.length).toBeGreaterThanOrEqual(24);
    expect(takeAll(slots, of('we_fast'))).toHaveLength(8);
  });

  it('are found while they have not answered yet', () => {
    const slots = slotsWith({ total: 64, perAccount: 64, perEndpoint: 64 });
    const silent = Array.from({ length: 4 }, (_, at) => of(`we_${at}`));
    const leases = silent.flatMap((receiver) => takeAll(slots, receiver));
    expect(leases).toHaveLength(32);
    time += 2_001;
    expect(silent.map((receiver) => slots.room(receiver))).toEqual([0, 0, 0, 0]);
    rounds(slots, of('we_late'), 1, 3_000, 'refused');
    expect(slots.room(of('we_late'))).toBe(0);
    expect(slots.room(of('we_fast'))).toBe(8);
    end(leases, 'refused');
    expect(slots.room(of('we_late'))).toBe(8);
  });

  it('are slow no more once they answer fast again', () => {
    const slots = slotsWith({ total: 16, perAccount: 16, perEndpoint: 8 });
    rounds(slots, of('we_1'), 1, 3_000, 'refused');
    expect(slots.room(of('we_1'))).toBe(6);
    rounds(slots, of('we_1'), 1, 10, 'refused');
    expect(slots.room(of('we_1'))).toBe(8);
  });
});
