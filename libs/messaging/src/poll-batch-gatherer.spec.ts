import { PollBatchGatherer } from './poll-batch-gatherer.js';

describe('pollBatches', () => {
  const gatherer = () => {
    const pollBatches: (readonly string[])[] = [];
    const ends: ((error?: Error) => void)[] = [];
    const run = (pollBatch: readonly string[]): Promise<void> => {
      pollBatches.push(pollBatch);
      return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
    };
    return { pollBatches, ends, gather: new PollBatchGatherer<string>(run) };
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

  it('hold all that is handed over at one moment', async () => {
    const { pollBatches, ends, gather } = gatherer();
    const handled = Promise.all([gather.add('a'), gather.add('b'), gather.add('c')]);
    await turn();
    expect(pollBatches).toEqual([['a', 'b', 'c']]);
    ends[0]?.();
    await handled;
  });

  it('run one at a time', async () => {
    const { pollBatches, ends, gather } = gatherer();
    const first = gather.add('a');
    await turn();
    const second = Promise.all([gather.add('b'), gather.add('c')]);
    await turn();
    expect(pollBatches).toEqual([['a']]);
    ends[0]?.();
    await first;
    await turn();
    expect(pollBatches).toEqual([['a'], ['b', 'c']]);
    ends[1]?.();
    await second;
  });

  it('that fail fail for all they hold, and do not keep the next from running', async () => {
    const { pollBatches, ends, gather } = gatherer();
    const failed = Promise.allSettled([gather.add('a'), gather.add('b')]);
    await turn();
    ends[0]?.(new Error('lost'));
    expect(await failed).toMatchObject([{ reason: { message: 'lost' } }, { reason: { message: 'lost' } }]);
    const next = gather.add('c');
    await turn();
    expect(pollBatches).toHaveLength(2);
    ends[1]?.();
    await next;
  });
});
