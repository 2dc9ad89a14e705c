import { AccountTurns, type AccountTurnsOptions } from './account-turns.js';

interface Work {
  readonly ended: Promise<unknown>;
  end(): void;
}

let begun: string[];
let works: Work[];
beforeEach(() => {
  [begun, works] = [[], []];
});
afterEach(async () => {
  for (const { end } of works) end();
  await Promise.allSettled(works.map(({ ended }) => ended));
});

const LIMITS = { maxAtOnce: 2, maxWaiting: 10, maxWaitMs: 60_000 };

const start = (options: Partial<AccountTurnsOptions> = {}) => {
  const turns = new AccountTurns({ ...LIMITS, ...options });
  return (account: string, name: string, signal?: AbortSignal): Work => {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const ended = turns.run(
      account,
      () => {
        begun.push(name);
        return over;
      },
      signal,
    );
    ended.catch(() => undefined);
    const work = { ended, end: () => end() };
    works.push(work);
    return work;
  };
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('an account does so much at once, the rest in order, and others are not held up', async () => {
  const run = start();
  const first = run('a', 'a1');
  for (const name of ['a2', 'a3', 'a4']) run('a', name);
  run('b', 'b1');
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  first.end();
  await first.ended;
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('where all have a limit together, accounts take turns however much one of them wants', async () => {
  const run = start({ maxAtOnce: 3, maxInAll: 1 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) run(name.charAt(0), name);
  for (const { end } of works) end();
  await Promise.all(works.map(({ ended }) => ended));
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('work that fails gives its place to the next', async () => {
  const turns = new AccountTurns({ ...LIMITS, maxAtOnce: 1 });
  const failing = turns.run('a', () => Promise.reject(new Error('no')));
  const next = turns.run('a', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('what would wait behind too much fails at once and says when to come back', async () => {
  const run = start({ maxAtOnce: 1, maxWaiting: 1 });
  const [first, , third] = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3')];
  await expect(third.ended).rejects.toMatchObject({ code: 'limit.heavy_reads', retryAfterSeconds: 1 });
  first.end();
  await settled();
  expect(begun).toEqual(['a1', 'a2']);
});

test('what waits too long fails, and leaves no place behind', async () => {
  const run = start({ maxAtOnce: 1, maxWaitMs: 1 });
  const first = run('a', 'a1');
  await expect(run('a', 'a2').ended).rejects.toMatchObject({ code: 'limit.heavy_reads' });
  first.end();
  await first.ended;
  run('a', 'a3');
  await settled();
  expect(begun).toEqual(['a1', 'a3']);
});

test('whoever is gone before its turn is passed over', async () => {
  const run = start({ maxInAll: 1 });
  const gone = new AbortController();
  const first = run('a', 'a1');
  const second = run('b', 'b1', gone.signal);
  const third = run('c', 'c1');
  gone.abort(new Error('gone'));
  await expect(second.ended).rejects.toThrow('gone');
  first.end();
  await settled();
  expect(begun).toEqual(['a1', 'c1']);
  third.end();
});
