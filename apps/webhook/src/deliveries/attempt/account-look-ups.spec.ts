import { setMaxListeners } from 'node:events';
import { AccountLookUps } from './account-look-ups.js';
import type { Resolve } from './guarded-lookup.js';

let requests: AbortController;
beforeEach(() => {
  requests = new AbortController();
  setMaxListeners(100, requests.signal);
});
afterEach(() => requests.abort(new Error('over')));

/** Look-ups over a name server that answers when it is told to. */
const setUp = (known: readonly string[] = []) => {
  const waiting = new Map<string, () => void>();
  const ask: Resolve = (host, _options, callback) => {
    waiting.set(host, () => callback(null, [{ address: '93.184.216.34', family: 4 }]));
  };
  const lookUps = new AccountLookUps(Object.assign(ask, { knows: (host: string) => known.includes(host) }), 60_000);
  /** Begins a look-up that may never end. */
  const begin = (host: string, accountId: string): void =>
    void lookUps.prepare(host, accountId, requests.signal).catch(() => undefined);
  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}.example`);
  return { lookUps, waiting, names, begin };
};

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('names that no name server answers for', () => {
  it('of one account are asked for a few at a time, and those of another one at once', async () => {
    const { lookUps, waiting, names, begin } = setUp();
    for (const name of names('slow', 50)) begin(name, 'acc_1');
    const other = lookUps.prepare('other.example', 'acc_2', requests.signal);
    await settle();
    expect([...waiting.keys()]).toEqual([...names('slow', 8), 'other.example']);
    waiting.get('other.example')?.();
    await other;
    waiting.get('slow0.example')?.();
    await settle();
    expect([...waiting.keys()].at(-1)).toBe('slow8.example');
  });

  it('are given up with the request', async () => {
    const { lookUps, waiting, names, begin } = setUp();
    for (const name of names('slow', 8)) begin(name, 'acc_1');
    const request = new AbortController();
    const waits = lookUps.prepare('last.example', 'acc_1', request.signal);
    request.abort(new Error('timed out'));
    await expect(waits).rejects.toThrow('timed out');
    expect(waiting.has('last.example')).toBe(false);
  });
});

it('names that are known and addresses wait for nothing', async () => {
  const { lookUps, waiting, names, begin } = setUp(['known.example']);
  for (const name of names('slow', 8)) begin(name, 'acc_1');
  for (const host of ['known.example', '127.0.0.1', '[::1]']) await lookUps.prepare(host, 'acc_1', requests.signal);
  expect(waiting.size).toBe(8);
});
