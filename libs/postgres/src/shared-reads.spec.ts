import { SharedReads } from './shared-reads.js';

interface Load {
  readonly resolve: (found: string) => void;
  readonly reject: (error: Error) => void;
}

/** Loads that end when the test says so. */
const shared = () => {
  const loads: Load[] = [];
  const reads = new SharedReads<string>();
  const read = (key: string) =>
    reads.read(key, () => new Promise((resolve, reject) => loads.push({ resolve, reject })));
  return { loads, read };
};

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('reads that differ do not wait for each other', async () => {
  const { loads, read } = shared();
  const found = [read('a'), read('b')];
  await settled();
  loads[1]?.resolve('B');
  expect(await found[1]).toBe('B');
  loads[0]?.resolve('A');
  expect(await found[0]).toBe('A');
});

test('equal reads that come meanwhile share one load that begins after them', async () => {
  const { loads, read } = shared();
  const first = read('a');
  await settled();
  const found = [first, read('a'), read('a')];
  await settled();
  expect(loads).toHaveLength(1);
  loads[0]?.resolve('old');
  await settled();
  expect(loads).toHaveLength(2);
  loads[1]?.resolve('new');
  expect(await Promise.all(found)).toEqual(['old', 'new', 'new']);
});

test('equal reads that come at once share a load', async () => {
  const { loads, read } = shared();
  const found = ['a', 'a'].map((key) => read(key));
  await settled();
  expect(loads).toHaveLength(1);
  loads[0]?.resolve('found');
  expect(await Promise.all(found)).toEqual(['found', 'found']);
});

test('a read after all are answered is loaded anew', async () => {
  const { loads, read } = shared();
  const first = read('a');
  await settled();
  loads[0]?.resolve('old');
  await first;
  await settled();
  const second = read('a');
  await settled();
  loads[1]?.resolve('new');
  expect(await second).toBe('new');
});

test('a failure is not that of the reads that waited', async () => {
  const { loads, read } = shared();
  const first = read('a');
  await settled();
  const found = [first, read('a')];
  const outcomes = Promise.allSettled(found);
  loads[0]?.reject(new Error('gone'));
  await settled();
  loads[1]?.resolve('new');
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
