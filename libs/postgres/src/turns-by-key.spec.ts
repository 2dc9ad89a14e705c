import { TurnsByKey } from './turns-by-key.js';

/** Work that ends when it is let go. */
const work = (log: string[], name: string) => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((end) => (resolve = end));
  const run = async (): Promise<string> => {
    log.push(`${name} begins`);
    await promise;
    log.push(`${name} ends`);
    return name;
  };
  return { run, end: () => resolve() };
};

describe('work on one key', () => {
  it('goes one after the other in the order of its arrival, beside work on another key', async () => {
    const [turns, log] = [new TurnsByKey(), [] as string[]];
    const [a, b, other] = [work(log, 'a'), work(log, 'b'), work(log, 'other')];
    const all = Promise.all([turns.run('key', a.run), turns.run('key', b.run), turns.run('else', other.run)]);
    expect(log).toEqual(['a begins', 'other begins']);
    a.end();
    b.end();
    other.end();
    expect(await all).toEqual(['a', 'b', 'other']);
    expect(log.indexOf('a ends')).toBeLessThan(log.indexOf('b begins'));
  });

  it('goes on after work that failed', async () => {
    const turns = new TurnsByKey();
    const failing = turns.run('key', () => Promise.reject(new Error('no')));
    const next = turns.run('key', () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it('is refused as a conflict when too much of it waits', async () => {
    const [turns, first] = [new TurnsByKey(1), work([], 'first')];
    const [running, waiting] = [turns.run('key', first.run), turns.run('key', () => Promise.resolve())];
    await expect(turns.run('key', () => Promise.resolve())).rejects.toMatchObject({ code: 'resource.conflict' });
    first.end();
    await Promise.all([running, waiting]);
  });
});
