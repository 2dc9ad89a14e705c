import { inGroups, fewAtATime, lookAhead } from './groups.js';
import type { RankingChange } from './ranking-changes.decision.js';

const changeOf = (steps: number): RankingChange =>
  ({ period: String(steps), before: [], steps: Array.from({ length: steps }) }) as unknown as RankingChange;

describe('groups of changes', () => {
  it('have whole periods, and one more than fills them, and grow to their size', () => {
    const groups = [...inGroups([90, 20, 190, 20, 500, 1_000, 1_500, 700, 2_000, 10, 5_000, 1].map(changeOf), 1_600)];
    const periods = groups.map((group) => group.map(({ period }) => period));
    expect(periods).toEqual([
      ['90', '20'],
      ['190', '20'],
      ['500'],
      ['1000'],
      ['1500', '700'],
      ['2000'],
      ['10', '5000'],
      ['1'],
    ]);
  });

  it.each([0, 1, 2, 5])('are looked at before they are worked off, and none is lost (%d)', (count) => {
    const { hasSeveral, all } = lookAhead(Array.from({ length: count }, (_, n) => n).values());
    expect({ hasSeveral, all: [...all] }).toEqual({
      hasSeveral: count > 1,
      all: Array.from({ length: count }, (_, n) => n),
    });
  });

  it('are made when they are worked off', async () => {
    const made: number[] = [];
    const groups = function* (): Generator<number> {
      for (let n = 0; n < 10; n += 1) {
        made.push(n);
        yield n;
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
    const results = await fewAtATime([1, 2, 3, 4, 5], async (group) => {
      most = Math.max(most, (atOnce += 1));
      await Promise.resolve();
      atOnce -= 1;
      return group * 10;
    });
    expect({ results, most }).toEqual({ results: [10, 20, 30, 40, 50], most: 3 });
  });

  it('fail when no work is under way any more', async () => {
    const ended: number[] = [];
    const failing = fewAtATime([1, 2, 3], async (group) => {
      if (group === 1) throw new Error('one failed');
      await new Promise(setImmediate);
      ended.push(group);
    });
    await expect(failing).rejects.toThrow('one failed');
    expect(ended).toEqual([2, 3]);
  });

  it('fail with the first error, of which those after it are a consequence', async () => {
    const failing = fewAtATime([1, 2], async (group) => {
      if (group === 1) await new Promise(setImmediate);
      throw new Error(group === 1 ? 'the transaction is aborted' : 'the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
  });
});
