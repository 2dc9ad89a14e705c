import type { ServiceLogger } from '@cds/service-kit';
import { jest } from '@jest/globals';
import type { DatabaseClock } from '../../database/database-clock.js';
import { DEFAULT_LIMITS } from '../delivery-limits.js';
import { Dispatcher } from './dispatcher.js';
import type { Claim, DueMessage, DueMessages } from './due-messages.js';
import type { HostGate } from '../hosts/host-gate.js';
import type { PeerInstances } from './peer-instances.js';
import type { Receiver } from './receiver.js';
import type { SendMessage } from './send-message.js';

/** A dispatcher over queues of which some message is always due in a millisecond. */
const dispatcherUnderRetries = () => {
  const looks: number[] = [];
  const claimed: string[] = [];
  const released: string[] = [];
  const sent: string[] = [];
  const due = {
    queues: () => {
      looks.push(performance.now());
      return Promise.resolve([{ endpointId: 'we_retries', accountId: 'acc_1', dueAt: new Date(Date.now() + 1) }]);
    },
    claim: (claims: readonly Claim[]) => {
      claimed.push(...claims.map(({ endpointId }) => endpointId));
      return Promise.resolve({ messages: [], dueUntil: new Map(), skipped: 0, slots: [], looked: [] });
    },
  } as unknown as DueMessages;
  const sender = {
    giveBack: ({ id }: DueMessage) => {
      released.push(id);
      return Promise.resolve(true);
    },
    execute: ({ id }: DueMessage) => {
      sent.push(id);
      return new Promise<null>(() => undefined);
    },
  } as unknown as SendMessage;
  const peers = { listen: () => undefined, call: () => undefined, close: () => Promise.resolve() } as unknown;
  const dispatcher = new Dispatcher(
    due,
    sender,
    openGate(),
    peers as PeerInstances,
    { event: () => undefined } as unknown as ServiceLogger,
    { now: () => new Date() } as unknown as DatabaseClock,
    { ...DEFAULT_LIMITS, slots: { total: 8, perAccount: 8, perEndpoint: 2 } },
  );
  return { dispatcher, looks, claimed, released, sent };
};

/** Hosts that have all answered 2xx. */
const openGate = (): HostGate =>
  ({
    listen: () => undefined,
    isWaiting: () => false,
    isKnown: () => true,
    mostOf: () => Infinity,
    admit: (messages: readonly DueMessage[]) => Promise.resolve({ open: messages, closed: [] }),
  }) as unknown as HostGate;

/** An endpoint of an account of its own. */
const of = (endpointId: string): Receiver => ({ endpointId, accountId: `acc_of_${endpointId}` });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a dispatcher that always has a retry ahead', () => {
  it('keeps a pause between its looks at all queues', async () => {
    const { dispatcher, looks } = dispatcherUnderRetries();
    dispatcher.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(2_000);
    const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
    expect(pauses.length).toBeGreaterThan(4);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(DEFAULT_LIMITS.lookPauseMs);
  });

  it('claims what it is woken for at once', async () => {
    const { dispatcher, looks, claimed } = dispatcherUnderRetries();
    dispatcher.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(10);
    const looksBefore = looks.length;
    dispatcher.wake([of('we_new')]);
    await jest.advanceTimersByTimeAsync(0);
    expect(claimed).toContain('we_new');
    expect(looks).toHaveLength(looksBefore);
  });
});

describe('new messages', () => {
  const receivers = ['we_a', 'we_a', 'we_b', 'we_a', 'we_b'].map(of);

  it('are admitted up to the room of each endpoint', async () => {
    const { dispatcher } = dispatcherUnderRetries();
    dispatcher.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
    expect(dispatcher.admit(receivers).isLeased).toEqual([true, true, true, false, true]);
  });

  it('are admitted up to the room of the process', async () => {
    const { dispatcher } = dispatcherUnderRetries();
    dispatcher.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
    const many = Array.from({ length: 20 }, (_, index) => of(`we_${index}`));
    expect(dispatcher.admit(many).isLeased.filter(Boolean)).toHaveLength(8);
  });

  it('wait behind others of their endpoint that are due, and are not admitted by a copy that stops', async () => {
    const { dispatcher } = dispatcherUnderRetries();
    expect(dispatcher.admit([of('we_a')]).isLeased).toEqual([false]);
    dispatcher.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
    // The second one comes while the first one is being claimed.
    dispatcher.wake([of('we_a')]);
    dispatcher.wake([of('we_a')]);
    expect(dispatcher.admit(['we_a', 'we_b'].map(of)).isLeased).toEqual([false, true]);
  });

  it('that find no room once they are committed are given back', async () => {
    const { dispatcher, released, sent } = dispatcherUnderRetries();
    dispatcher.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
    dispatcher.sendLeased(['msg_1', 'msg_2', 'msg_3'].map((id) => ({ id, ...of('we_a') }) as DueMessage));
    await jest.advanceTimersByTimeAsync(0);
    expect([sent, released]).toEqual([['msg_1', 'msg_2'], ['msg_3']]);
  });
});
