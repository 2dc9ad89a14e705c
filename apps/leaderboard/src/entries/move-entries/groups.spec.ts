import { fewAtATime, inGroups } from './groups.js';
import type { RankingChange } from './ranking-changes.decision.js';

const changeOf = (steps: number): RankingChange =>
  ({ period: String(steps), before: [], steps: Array.from({ length: steps }) }) as unknown as RankingChange;

const all = async <T>(groups: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const group of groups) found.push(group);
  return found;
};

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  for (const value of values) yield await Promise.resolve(value);
}

describe('groups of changes', () => {
  it('have whole periods, and one more than fills them, and grow to their size', async () => {
    const steps = [90, 20, 190, 20, 500, 1_000, 1_500, 700, 2_000, 1_300, 3_000, 300, 1];
    const groups = await all(inGroups([steps.map(changeOf)], 3_200));
    const periods = groups.map((group) => group.map(({ period }) => period));
    expect(periods).toEqual([
      ['90', '20'],
      ['190', '20'],
      ['500'],
      ['1000'],
      ['1500', '700'],
      ['2000', '1300'],
      ['3000', '300'],
      ['1'],
    ]);
  });

  it('wait for no part but the one that they are of, and keep their size from one to the next', async () => {
    let come = (_: RankingChange[]): void => undefined;
    const later = new Promise<RankingChange[]>((resolve) => (come = resolve));
    const groups = inGroups([[changeOf(100), changeOf(150), changeOf(10)], later], 3_200);
    const periodsOf = async () => (await groups.next()).value?.map(({ period }: RankingChange) => period);
    expect([await periodsOf(), await periodsOf()]).toEqual([['100'], ['150', '10']]);
    come([changeOf(300), changeOf(99), changeOf(1)]);
    expect([await periodsOf(), await periodsOf(), await periodsOf()]).toEqual([
      ['300', '99', '1'],
      undefined,
      undefined,
    ]);
  });

  it('fail with a part that fails', async () => {
    await expect(all(inGroups([[], Promise.reject(new Error('away'))], 10))).rejects.toThrow('away');
  });

  it('are made when they are worked off', async () => {
    const made: number[] = [];
    const groups = async function* (): AsyncGenerator<number> {
      for (let n = 0; n < 10; n += 1) {
        made.push(n);
        yield await Promise.resolve(n);
      }
    };
    await fewAtATime(groups(), async (group) => {
      expect(made.length).toBeLessThanOrEqual(group + 3);
      await Promise.resolve();
    });
    expect(made).toHaveLength(10);
  });

  it('are worked off three at a time, with results in their order', async () => {
    let atOnce = 0;
    let most = 0;
    const results = await fewAtATime(each([1, 2, 3, 4, 5]), async (group) => {
      most = Math.max(most, (atOnce += 1));
      await new Promise(setImmediate);
      atOnce -= 1;
      return group * 10;
    });
    expect({ results, most }).toEqual({ results: [10, 20, 30, 40, 50], most: 3 });
  });

  it('fail when no work is under way any more', async () => {
    const ended: number[] = [];
    const failing = fewAtATime(each([1, 2, 3]), async (group) => {
      if (group === 1) throw new Error('one failed');
      await new Promise(setImmediate);
      ended.push(group);
    });
    await expect(failing).rejects.toThrow('one failed');
    expect(ended).toEqual([2, 3]);
  });

  it('fail with the first error, of which those after it are a consequence', async () => {
    const failing = fewAtATime(each([1, 2]), async (group) => {
      if (group === 1) await new Promise(setImmediate);
      throw new Error(group === 1 ? 'the transaction is aborted' : 'the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
  });
});
