import { BatchSize } from './batch-size.js';
import { IsolatedAccounts, turnOf } from './isolated-accounts.js';
import type { Suspect, Suspects } from './suspects.store.js';

const TIMEOUT = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
const AWAY = Object.assign(new Error('terminating connection'), { code: '57P01' });
const SUSPECT: Suspect = { accountId: 'acc_1', size: 20, refusals: 0 };

/** What isolation decides, and what it tells operators. */
const world = () => {
  const decided: [string, ...unknown[]][] = [];
  const told: unknown[] = [];
  const suspects = {
    add: (...values: unknown[]) => void decided.push(['add', ...values]),
    pause: ({ accountId, size, refusals }: Suspect, ...ms: number[]) =>
      void decided.push(['pause', accountId, { size, refusals }, ...ms]),
    clear: ({ accountId, size }: Suspect) => void decided.push(['clear', accountId, size]),
  } as unknown as Suspects;
  const isolated = new IsolatedAccounts(suspects, { event: (_name, fields) => void told.push(fields) });
  const size = new BatchSize(200);
  const reportOf = (ms: number, changes: number, ...accounts: string[]) => ({ ms, changes, isFull: false, accounts });
  return { isolated, decided, told, size, reportOf, shared: { suspect: null, size } };
};

describe('a batch of several accounts', () => {
  it('that is fast suspects nobody', async () => {
    const { isolated, decided, shared, reportOf } = world();
    await isolated.applied(shared, reportOf(1_900, 3, 'acc_1', 'acc_2'));
    expect(decided).toEqual([]);
  });

  it('that is slow for its few changes suspects them all', async () => {
    const { isolated, decided, told, shared, reportOf } = world();
    await isolated.applied(shared, reportOf(2_100, 3, 'acc_1', 'acc_2'));
    expect(decided).toEqual([['add', ['acc_1', 'acc_2'], 20, 0]]);
    expect(told).toEqual([]);
  });

  it('that is slow as it has many changes is followed by smaller ones', async () => {
    const { isolated, decided, size, shared, reportOf } = world();
    await isolated.applied(shared, { ...reportOf(4_000, 200, 'acc_1', 'acc_2'), isFull: true });
    expect(decided).toEqual([]);
    expect(size.value).toBe(100);
  });

  it('that fails suspects them all, in place of an error of the service', async () => {
    const { isolated, decided, size, shared, reportOf } = world();
    expect(await isolated.failed(shared, reportOf(50, 9, 'acc_1', 'acc_2'), TIMEOUT)).toBe(true);
    expect(decided).toEqual([['add', ['acc_1', 'acc_2'], 20, 0]]);
    expect(size.value).toBe(100);
  });

  it('that is slow without being full is followed by smaller ones, until somebody is suspected', async () => {
    const { isolated, decided, size, shared, reportOf } = world();
    for (let changes = 200; decided.length === 0; changes = size.value)
      await isolated.applied(shared, reportOf(10_000, changes, 'acc_1', 'acc_2'));
    expect(size.value).toBe(25);
    await isolated.applied(shared, reportOf(100, 3, 'acc_1', 'acc_2'));
    expect(size.value).toBe(25);
  });

  it.each([
    ['the database is away', AWAY],
    ['of what no change can do anything about', Object.assign(new Error('permission denied'), { code: '42501' })],
    ['a board was deleted meanwhile', Object.assign(new Error('violates foreign key'), { code: '23503' })],
    ['the connection is lost', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })],
  ])('that fails as %s suspects nobody', async (_reason, error) => {
    const { isolated, decided, size, shared, reportOf } = world();
    expect(await isolated.failed(shared, reportOf(50, 9, 'acc_1', 'acc_2'), error)).toBe(false);
    expect(decided).toEqual([]);
    expect(size.value).toBe(200);
  });

  it('that takes too long before its changes are known suspects nobody, and is smaller next time', async () => {
    const { isolated, decided, size, shared, reportOf } = world();
    expect(await isolated.failed(shared, reportOf(15_000, 0), TIMEOUT)).toBe(false);
    const full = Object.assign(new Error('out of memory'), { code: '53200' });
    expect(await isolated.failed(shared, reportOf(50, 9, 'acc_1', 'acc_2'), full)).toBe(false);
    expect(decided).toEqual([]);
    expect(size.value).toBe(50);
  });

  it('whose accounts are unknown suspects nobody', async () => {
    const { isolated, decided, shared, reportOf } = world();
    await isolated.applied(shared, reportOf(9_000, 1));
    expect(await isolated.failed(shared, reportOf(50, 1), TIMEOUT)).toBe(false);
    expect(decided).toEqual([]);
  });
});

describe('a batch of a single account', () => {
  it('that is slow for its few changes, or fails, gives it a fifth of the time at once', async () => {
    const { isolated, decided, told, shared, reportOf } = world();
    await isolated.applied(shared, reportOf(2_500, 1, 'acc_1'));
    expect(await isolated.failed(shared, reportOf(3_000, 9, 'acc_2'), TIMEOUT)).toBe(true);
    expect(decided).toEqual([
      ['add', ['acc_1'], 20, 10_000],
      ['add', ['acc_2'], 20, 12_000],
    ]);
    expect(told).toEqual([
      { account_id: 'acc_1', pause_ms: 10_000, refusals: 0 },
      { account_id: 'acc_2', pause_ms: 12_000, refusals: 0, err: TIMEOUT },
    ]);
  });
});

describe('a batch of its own of a suspected account', () => {
  it('that is fast ends the suspicion', async () => {
    const { isolated, decided, reportOf } = world();
    await isolated.applied(turnOf(SUSPECT), reportOf(100, 1, 'acc_1'));
    expect(decided).toEqual([['clear', 'acc_1', 20]]);
  });

  it('without changes tells nothing', async () => {
    const { isolated, decided, reportOf } = world();
    await isolated.applied(turnOf(SUSPECT), reportOf(1, 0));
    expect(decided).toEqual([]);
  });

  it('that is slow is followed by a pause, and by a smaller one where it was full', async () => {
    const { isolated, decided, reportOf } = world();
    await isolated.applied(turnOf(SUSPECT), { ...reportOf(3_000, 20, 'acc_1'), isFull: true });
    await isolated.applied(turnOf({ ...SUSPECT, size: 2 }), { ...reportOf(3_000, 2, 'acc_1'), isFull: true });
    expect(decided).toEqual([
      ['pause', 'acc_1', { size: 10, refusals: 0 }, 12_000, 12_000],
      ['pause', 'acc_1', { size: 1, refusals: 0 }, 12_000, 12_000],
    ]);
  });

  it('that fails becomes a single change, after whose refusals pauses double up to an hour', async () => {
    const { isolated, decided, reportOf } = world();
    let suspect = SUSPECT;
    for (let attempt = 0; attempt < 14; attempt += 1) {
      expect(await isolated.failed(turnOf(suspect), reportOf(100, 1, 'acc_1'), new Error('a bug'))).toBe(true);
      suspect = { ...suspect, ...(decided.at(-1)?.[2] as Pick<Suspect, 'size' | 'refusals'>) };
    }
    const states = decided.map(([, , state]) => state as Pick<Suspect, 'size' | 'refusals'>);
    expect(states.map(({ size, refusals }) => [size, refusals]).slice(0, 6)).toEqual([
      [10, 0],
      [5, 0],
      [2, 0],
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    expect(new Set(decided.map(([, , , , restMs]) => restMs))).toEqual(new Set([400]));
    const pauses = decided.map(([, , , ms]) => ms);
    expect(pauses.slice(0, 7)).toEqual([400, 400, 400, 400, 60_000, 120_000, 240_000]);
    expect(pauses.at(-1)).toBe(3_600_000);
  });
});
