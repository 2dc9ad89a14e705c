import { AccountTurns } from './account-turns.js';
import { BatchSize } from './batch-size.js';

const TIMEOUT = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
const AWAY = Object.assign(new Error('terminating connection'), { code: '57P01' });

const world = () => {
  let now = 0;
  const paused: unknown[] = [];
  const log = { event: (_name: string, fields?: Readonly<Record<string, unknown>>) => void paused.push(fields) };
  const turns = new AccountTurns(log, () => now);
  const size = new BatchSize(200);
  const next = () => turns.next(size);
  return {
    turns,
    size,
    paused,
    next,
    wait: (ms: number) => void (now += ms),
    /** The next batch takes so long. Returns whose it was. */
    applies: (ms: number, ...accounts: string[]) => {
      const turn = next();
      turns.applied(turn, false, { ms, accounts });
      return turn.accountId;
    },
    fails: (error: unknown, ...accounts: string[]) => turns.failed(next(), { ms: 100, accounts, error }),
  };
};

describe('a batch of several accounts', () => {
  it('that is fast is followed by another one of all', () => {
    const { applies, next } = world();
    applies(400, 'acc_1', 'acc_2');
    expect(next()).toMatchObject({ accountId: null, except: [] });
  });

  it('that is slow makes each of them have a batch of its own, of which the slow one shares no more', () => {
    const { applies, next, paused } = world();
    applies(3_000, 'acc_1', 'acc_2', 'acc_3');
    expect(applies(5, 'acc_1')).toBe('acc_1');
    expect(applies(2_500, 'acc_2')).toBe('acc_2');
    expect(applies(5, 'acc_3')).toBe('acc_3');
    expect(next()).toMatchObject({ accountId: null, except: ['acc_2'] });
    expect(paused).toEqual([{ account_id: 'acc_2', pause_ms: 10_000, refusals: 0 }]);
  });

  it('that fails does so, too, and does not count as a failure of the service', () => {
    const { applies, fails, next, size } = world();
    expect(fails(TIMEOUT, 'acc_1', 'acc_2')).toBe(true);
    expect(size.value).toBe(100);
    expect(applies(5, 'acc_1')).toBe('acc_1');
    expect(next().accountId).toBe('acc_2');
  });

  it('that fails because the database is away suspects nobody', () => {
    const { fails, next } = world();
    expect(fails(AWAY, 'acc_1', 'acc_2')).toBe(false);
    expect(next()).toMatchObject({ accountId: null, except: [] });
  });
});

describe('an account whose batches are slow', () => {
  const slow = () => {
    const one = world();
    one.applies(3_000, 'acc_1', 'acc_2');
    one.applies(2_500, 'acc_1');
    one.applies(5, 'acc_2');
    return one;
  };

  it('has a fifth of the time', () => {
    const { wait, next, applies } = slow();
    wait(9_999);
    expect(next()).toMatchObject({ accountId: null, except: ['acc_1'] });
    wait(1);
    expect(applies(4_000, 'acc_1')).toBe('acc_1');
    wait(15_999);
    expect(next().accountId).toBe(null);
    wait(1);
    expect(next().accountId).toBe('acc_1');
  });

  it('shares batches again once one of its own was fast', () => {
    const { wait, next, applies } = slow();
    wait(10_000);
    expect(applies(5, 'acc_1')).toBe('acc_1');
    expect(next()).toMatchObject({ accountId: null, except: [] });
  });
});

describe('an account of whose changes not even a single one can be applied', () => {
  it('is tried again after pauses that double, up to an hour', () => {
    const { wait, next, fails, paused } = world();
    const pauses: number[] = [];
    expect(fails(TIMEOUT, 'acc_1', 'acc_2')).toBe(true);
    for (let attempt = 0; attempt < 14; attempt += 1) {
      expect(next().accountId).toBe('acc_1');
      expect(fails(new Error('no such period'), 'acc_1')).toBe(true);
      const { pause_ms: pause } = paused.at(-1) as { pause_ms: number };
      pauses.push(pause);
      wait(pause);
    }
    expect(pauses.slice(0, 4)).toEqual([400, 400, 400, 400]);
    expect(pauses.slice(4, 7)).toEqual([60_000, 120_000, 240_000]);
    expect(pauses.at(-1)).toBe(3_600_000);
  });

  it('does not stop the others when it is the only one with changes', () => {
    const { fails, next, size } = world();
    while (size.value > 1) expect(fails(TIMEOUT, 'acc_1')).toBe(false);
    expect(fails(TIMEOUT, 'acc_1')).toBe(true);
    expect(next()).toMatchObject({ accountId: null, except: ['acc_1'] });
  });
});
