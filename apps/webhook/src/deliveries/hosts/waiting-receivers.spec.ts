import { jest } from '@jest/globals';
import type { Receiver } from '../dispatch/receiver.js';
import { WaitingReceivers } from './waiting-receivers.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const setUp = () => {
  const woken: string[] = [];
  const wake = (receivers: readonly Receiver[]) => woken.push(...receivers.map(({ endpointId }) => endpointId));
  const waiting = new WaitingReceivers(wake, 1_000);
  const add = (key: string, endpointId: string, ms = 1_000) => waiting.add(key, { endpointId, accountId: 'acc_1' }, ms);
  return { waiting, woken, add };
};

describe('receivers of one host', () => {
  it('are woken one at a time, in turn', () => {
    const { woken, add, waiting } = setUp();
    for (const id of ['we_1', 'we_2', 'we_3']) add('host', id);
    jest.advanceTimersByTime(999);
    expect(woken).toEqual([]);
    jest.advanceTimersByTime(1);
    expect([woken, waiting.has('we_1'), waiting.has('we_2')]).toEqual([['we_1'], false, true]);
    add('host', 'we_1');
    jest.advanceTimersByTime(5_000);
    expect(woken).toEqual(['we_1', 'we_2', 'we_3', 'we_1']);
  });

  it('are woken a whole pause apart, however soon the first slot begins', () => {
    const { woken, add } = setUp();
    for (const id of ['we_1', 'we_2', 'we_3']) add('host', id, 3);
    jest.advanceTimersByTime(3);
    expect(woken).toEqual(['we_1']);
    jest.advanceTimersByTime(999);
    expect(woken).toEqual(['we_1']);
    jest.advanceTimersByTime(1_001);
    expect(woken).toEqual(['we_1', 'we_2', 'we_3']);
  });

  it('are woken together once the host takes everything', () => {
    const { woken, add, waiting } = setUp();
    for (const id of ['we_1', 'we_2']) add('host', id);
    add('other', 'we_3');
    waiting.open('host');
    expect(woken).toEqual(['we_1', 'we_2']);
    jest.advanceTimersByTime(5_000);
    expect(woken).toEqual(['we_1', 'we_2', 'we_3']);
  });

  it('are woken no more once that is cancelled', () => {
    const { woken, add, waiting } = setUp();
    add('host', 'we_1');
    waiting.cancel();
    jest.advanceTimersByTime(5_000);
    expect([woken, waiting.has('we_1')]).toEqual([[], false]);
  });
});
