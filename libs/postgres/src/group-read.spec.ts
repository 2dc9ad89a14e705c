import { GroupRead } from './group-read.js';

interface Load {
  readonly keys: readonly string[];
  readonly resolve: (found: ReadonlyMap<string, string>) => void;
  readonly reject: (error: Error) => void;
}

/** Loads that end when the test says so. */
const group = () => {
  const loads: Load[] = [];
  const reads = new GroupRead<string>(
    (keys) => new Promise((resolve, reject) => loads.push({ keys, resolve, reject })),
  );
  return { loads, reads };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));
const valuesOf = ({ keys }: Load) => new Map(keys.map((key) => [key, key.toUpperCase()]));
const answer = (load: Load | undefined) => load?.resolve(valuesOf(load));

test('a reader alone waits for nobody, and of nothing gets undefined', async () => {
  const { loads, reads } = group();
  const found = [reads.read('a')];
  await settled();
  expect(loads.map(({ keys }) => keys)).toEqual([['a']]);
  found.push(reads.read('b'));
  await settled();
  answer(loads[0]);
  loads[1]?.resolve(new Map());
  expect(await Promise.all(found)).toEqual(['A', undefined]);
});

test('readers of one moment are one group, each key once', async () => {
  const { loads, reads } = group();
  const found = ['a', 'b', 'a'].map((key) => reads.read(key));
  await settled();
  expect(loads.map(({ keys }) => keys)).toEqual([['a', 'b']]);
  answer(loads[0]);
  expect(await Promise.all(found)).toEqual(['A', 'B', 'A']);
});

describe('while two groups are being loaded', () => {
  test('readers wait, and go together in the next, also those of a key that is being loaded', async () => {
    const { loads, reads } = group();
    const found: Promise<string | undefined>[] = [];
    for (const key of ['a', 'b', 'c', 'a']) {
      found.push(reads.read(key));
      await settled();
    }
    expect(loads.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
    answer(loads[1]);
    await settled();
    expect(loads.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'a']]);
    for (const load of loads) answer(load);
    expect(await Promise.all(found)).toEqual(['A', 'B', 'C', 'A']);
  });

  test('a failure is that of its own group, and the next one is loaded', async () => {
    const { loads, reads } = group();
    const found: Promise<string | undefined>[] = [];
    for (const key of ['a', 'b', 'c', 'd']) {
      found.push(reads.read(key));
      await settled();
    }
    const outcomes = Promise.allSettled(found);
    loads[0]?.reject(new Error('gone'));
    await settled();
    for (const load of loads) answer(load);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  });
});
