import { inGroups, fewAtATime } from './groups.js';
import { oneAtATime } from './one-at-a-time.js';
import type { RankingChange } from './ranking-changes.decision.js';

const changeOf = (steps: number): RankingChange =>
  ({ period: String(steps), before: [], steps: Array.from({ length: steps }) }) as unknown as RankingChange;

describe('groups of changes', () => {
  it('have whole periods, and one more than fills them, of which the first group needs a quarter', () => {
    const groups = inGroups([700, 50, 2_000, 2_000, 10, 5_000, 1].map(changeOf), 3_000);
    const periods = groups.map((group) => group.map(({ period }) => period));
    expect(periods).toEqual([['700', '50'], ['2000', '2000'], ['10', '5000'], ['1']]);
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

describe('a transaction that tasks share', () => {
  it('sends each statement after the answer to the one before it, also when that is an error', async () => {
    const log: string[] = [];
    const query = async (text: string): Promise<string> => {
      log.push(`${text} sent`);
      await new Promise(setImmediate);
      log.push(`${text} answered`);
      if (text === 'b') throw new Error('refused');
      return text;
    };
    const db = oneAtATime({ query } as unknown as Parameters<typeof oneAtATime>[0])(0);
    const answers = await Promise.allSettled(['a', 'b', 'c'].map((text) => db.query(text)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(log).toEqual(['a sent', 'a answered', 'b sent', 'b answered', 'c sent', 'c answered']);
  });

  it('has the next statement sent before anybody computes with an answer', async () => {
    const log: string[] = [];
    const query = async (text: string): Promise<string> => {
      log.push(`${text} sent`);
      await new Promise(setImmediate);
      return text;
    };
    const db = oneAtATime({ query } as unknown as Parameters<typeof oneAtATime>[0])(0);
    const compute = async (text: string): Promise<void> => {
      await db.query(text);
      log.push(`${text} used`);
    };
    await Promise.all(['a', 'b'].map(compute));
    expect(log).toEqual(['a sent', 'b sent', 'a used', 'b used']);
  });

  it('sends what the first of its tasks asks for first, however late', async () => {
    const log: string[] = [];
    const query = async (text: string): Promise<void> => {
      log.push(text);
      await new Promise(setImmediate);
    };
    const turns = oneAtATime({ query } as unknown as Parameters<typeof oneAtATime>[0]);
    const [first, second, third] = [turns(0), turns(1), turns(2)];
    await Promise.all([third.query('c'), second.query('b 1'), second.query('b 2'), first.query('a 1')]);
    await Promise.all([second.query('b 3'), first.query('a 2')]);
    expect(log).toEqual(['c', 'a 1', 'b 1', 'b 2', 'b 3', 'a 2']);
  });
});
