import type { Clock, ServiceLogger } from '@cds/service-kit';
import { jest } from '@jest/globals';
import { DEFAULT_LIMITS } from '../delivery-limits.js';
import { Dispatcher } from './dispatcher.js';
import type { Claim, DueMessages } from './due-messages.js';
import type { PeerInstances } from './peer-instances.js';
import type { SendMessage } from './send-message.js';

/** A dispatcher over queues of which some message is always due in a millisecond. */
const dispatcherUnderRetries = () => {
  const looks: number[] = [];
  const claimed: string[] = [];
  const due = {
    queues: () => {
      looks.push(performance.now());
      return Promise.resolve([{ endpointId: 'we_retries', dueAt: new Date(Date.now() + 1) }]);
    },
    claim: (claims: readonly Claim[]) => {
      claimed.push(...claims.map(({ endpointId }) => endpointId));
      return Promise.resolve({ messages: [], skipped: 0 });
    },
  } as unknown as DueMessages;
  const peers = { listen: () => undefined, call: () => undefined, close: () => Promise.resolve() } as unknown;
  const dispatcher = new Dispatcher(
    due,
    {} as SendMessage,
    peers as PeerInstances,
    { event: () => undefined } as unknown as ServiceLogger,
    { now: () => new Date() } as Clock,
    { ...DEFAULT_LIMITS, slots: { total: 8, perEndpoint: 2 } },
  );
  return { dispatcher, looks, claimed };
};

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
    dispatcher.wake(['we_new']);
    await jest.advanceTimersByTimeAsync(0);
    expect(claimed).toContain('we_new');
    expect(looks).toHaveLength(looksBefore);
  });
});
