import { text } from 'node:stream/consumers';
import type { LoggedEvent } from '../feed-log.js';
import { EventStream } from './event-stream.js';

const stream = (): EventStream =>
  new EventStream({
    accountId: 'acc_1',
    types: ['ping'],
    after: { transactionId: 0n, position: 0n },
    lastEventId: null,
    textOf: String,
    onRoom: () => undefined,
  });

const event = (position: bigint): LoggedEvent => ({
  id: `evt_${position}`,
  type: 'ping',
  accountId: 'acc_1',
  transactionId: 1n,
  position,
  payload: '{}',
});

describe('a stream that has ended and is not read out yet', () => {
  it('takes nothing more, and gives its reader what it had', async () => {
    const ended = stream();
    expect(ended.take([event(1n)])).toBe(true);
    ended.end();
    ended.end();
    ended.beat();
    expect([ended.isOver, ended.take([event(2n)])]).toEqual([true, false]);
    expect(await text(ended.body)).toBe('retry: 1000\n\nid: evt_1\nevent: ping\ndata: {}\n\n');
  });
});
