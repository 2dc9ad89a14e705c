import type { AppendContext } from '@cds/event-store';
import type { Requester } from '@cds/service-kit';

/** What is true of all events of one request. */
export const contextOf = (caller: Requester, occurredAt: Date): AppendContext => ({
  occurredAt,
  actor: { accountId: caller.accountId, credentialId: caller.credentialId },
  requestId: caller.requestId,
  traceparent: caller.traceparent,
});

/**
 * A time after `than`: consumers tell by the times of a deletion and of a restoration which came last, as a tombstone
 * has no version.
 */
export const later = (now: Date, than: Date): Date => new Date(Math.max(now.getTime(), than.getTime() + 1));
