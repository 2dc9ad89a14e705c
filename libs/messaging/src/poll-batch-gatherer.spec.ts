import { PollBatchGatherer } from './poll-batch-gatherer.js';

describe('rounds', () => {
  const gatherer = () => {
    const rounds: (readonly string[])[] = [];
    const ends: ((error?: Error) => void)[] = [];
    const run = (round: readonly string[]): Promise<void> => {
      rounds.push(round);
      return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
    };
    return { rounds, ends, gather: new PollBatchGatherer<string>(run) };
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

  it('hold all that is handed over at one moment', async () => {
    const { rounds, ends, gather } = gatherer();
    const handled = Promise.all([gather.add('a'), gather.add('b'), gather.add('c')]);
    await turn();
    expect(rounds).toEqual([['a', 'b', 'c']]);
    ends[0]?.();
    await handled;
  });

  it('run one at a time', async () => {
    const { rounds, ends, gather } = gatherer();
    const first = gather.add('a');
    await turn();
    const second = Promise.all([gather.add('b'), gather.add('c')]);
    await turn();
    expect(rounds).toEqual([['a']]);
    ends[0]?.();
    await first;
    await turn();
    expect(rounds).toEqual([['a'], ['b', 'c']]);
    ends[1]?.();
    await second;
  });

  it('that fail fail for all they hold, and do not keep the next from running', async () => {
    const { rounds, ends, gather } = gatherer();
    const failed = Promise.allSettled([gather.add('a'), gather.add('b')]);
    await turn();
    ends[0]?.(new Error('lost'));
    expect(await failed).toMatchObject([{ reason: { message: 'lost' } }, { reason: { message: 'lost' } }]);
    const next = gather.add('c');
    await turn();
    expect(rounds).toHaveLength(2);
    ends[1]?.();
    await next;
  });
});
