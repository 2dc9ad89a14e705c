import type { RelayNotifier } from '@cds/event-store';
import type { BatchContext } from '@cds/messaging';
import type { Clock } from '@cds/service-kit';
import { catchEdited, catchLogged, publicCatch } from '../../../test/catch.builders.js';
import type { PhotoWithdrawer } from '../../promotions/photo-withdrawer.js';
import type { FollowCatches, FollowCatchesHandler } from './follow-catches.handler.js';
import { FollowCatchesWhenCatchChanged } from './follow-catches-when-catch-changed.consumer.js';

type Received = Parameters<FollowCatchesWhenCatchChanged['followCatches']>[0];

describe('a batch of changes of catches', () => {
  it('is followed with the time and the trace of each', async () => {
    const followed: FollowCatches[] = [];
    const handler = {
      execute: async (_tx: unknown, follow: FollowCatches) => {
        followed.push(follow);
        return { isTold: false, hasChecks: false };
      },
    } as unknown as FollowCatchesHandler;
    const clock = { now: () => new Date(0) } as Clock;
    const consumer = new FollowCatchesWhenCatchChanged(handler, clock, {} as RelayNotifier, {} as PhotoWithdrawer);
    const [logged, edited] = [new Date('2026-05-01T06:00:00Z'), new Date('2026-05-01T07:00:00Z')];
    const events = [
      { ...catchLogged(publicCatch()), time: logged, traceparent: '00-a' },
      { ...catchEdited(publicCatch({ version: 2 })), time: edited },
    ] as unknown as Received;
    await consumer.followCatches(events, { commitAsynchronously: () => undefined } as unknown as BatchContext);
    expect(followed[0]?.facts).toMatchObject([
      { version: 1, changedAt: logged, traceparent: '00-a' },
      { version: 2, changedAt: edited, traceparent: null },
    ]);
  });
});
