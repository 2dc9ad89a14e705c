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

const event = (position: bigint, type = 'ping', accountId: string | null = 'acc_1'): LoggedEvent => ({
  id: `evt_${position}`,
  type,
  accountId,
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

describe('a stream whose account has events of other types', () => {
  it('names with its heartbeat the newest of them that its client may resume after, once', async () => {
    const rare = stream();
    rare.beat();
    rare.take([event(1n), event(2n, 'catch.created')]);
    rare.beat();
    rare.beat();
    rare.take([event(3n, 'species.record_broken', null), event(4n, 'catch.created', 'acc_2'), event(5n, 'unknown')]);
    rare.beat();
    rare.take([event(6n, 'catch.created'), event(7n)]);
    rare.beat();
    rare.end();
    expect(await text(rare.body)).toBe(
      'retry: 1000\n\n: heartbeat\n\nid: evt_1\nevent: ping\ndata: {}\n\n: heartbeat\nid: evt_2\n\n: heartbeat\n\n' +
        ': heartbeat\nid: evt_3\n\nid: evt_7\nevent: ping\ndata: {}\n\n: heartbeat\n\n',
    );
  });
});
