import type { ServiceLogger } from '@cds/service-kit';
import type pg from 'pg';
import { EventStream } from './event-stream.js';
import { FeedTail } from './feed-tail.js';

const setUp = () => {
  const reads: { readonly accountId: unknown; end(): void }[] = [];
  const horizon = () => Promise.resolve({ rows: [{ horizon: '9', is_held_back: true }] });
  const read = ({ values }: { values: readonly unknown[] }) =>
    new Promise((resolve) => reads.push({ accountId: values[4], end: () => resolve({ rows: [] }) }));
  const poolOf = (query: unknown) => ({ query }) as unknown as pg.Pool;
  const logger = { event: () => undefined } as unknown as ServiceLogger;
  const tail = new FeedTail(poolOf(horizon), poolOf(read), logger);
  const open = (accountId: string): EventStream => {
    const after = { transactionId: 1n, position: 1n };
    const options = { accountId, after, lastEventId: null, types: ['ping'], textOf: String, onRoom: () => undefined };
    const stream = new EventStream(options);
    void tail.add(stream);
    return stream;
  };
  return { reads, open };
};

const turns = async (): Promise<void> => {
  for (let count = 0; count < 5; count += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('streams that begin far behind', () => {
  it('read one at a time for each account, beside those of other accounts', async () => {
    const { reads, open } = setUp();
    const streams = ['acc_1', 'acc_1', 'acc_1', 'acc_2'].map(open);
    const accounts = () => reads.map(({ accountId }) => accountId);
    await turns();
    expect(accounts()).toEqual(['acc_1', 'acc_2']);
    reads[0]?.end();
    await turns();
    expect(accounts()).toEqual(['acc_1', 'acc_2', 'acc_1']);
    expect(streams.map(({ isLive }) => isLive)).toEqual([false, false, false, false]);
    reads[2]?.end();
    await turns();
    reads[3]?.end();
    reads[1]?.end();
    await turns();
    expect(streams.map(({ isLive }) => isLive)).toEqual([true, true, true, true]);
    for (const stream of streams) stream.cut();
  });
});
