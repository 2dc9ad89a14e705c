import type { Claim, Claimed } from './due-messages.js';
import type { Receiver } from './receiver.js';
import type { Turn } from './receiver-turns.js';

/** What is to be claimed next, as far as a claim tells. */
export interface AfterClaim {
  /** Receivers that may have more due messages, none of them before those that were claimed. */
  readonly again: readonly Turn[];
  /** Receivers whose rate lets more go after so many milliseconds, or of whose queue more is looked at then. */
  readonly later: readonly (readonly [Receiver, ms: number])[];
}

/** A long queue is looked at with pauses, as most of it waits for earlier messages. */
const LOOK_ON_MS = 50;

/** Whoever filled its room may have more, and so may all when messages were skipped. */
export const afterClaim = (claims: readonly Claim[], claimed: Claimed): AfterClaim => {
  const { messages, dueUntil, skipped, slots, looked } = claimed;
  const got = new Map<string, number>();
  for (const { endpointId } of messages) got.set(endpointId, (got.get(endpointId) ?? 0) + 1);
  const isLong = new Set(looked.map(({ endpointId }) => endpointId));
  const receivers = new Map(claims.map(({ endpointId, accountId }) => [endpointId, { endpointId, accountId }]));
  return {
    again: claims
      .filter(({ endpointId, room }) => skipped > 0 || (got.get(endpointId) ?? 0) >= room)
      .map(({ endpointId, accountId, dueFrom }) => ({
        endpointId,
        accountId,
        // Of a long queue, parts before the last message that was claimed were not looked at.
        dueFrom: (isLong.has(endpointId) ? undefined : dueUntil.get(endpointId)) ?? dueFrom,
      })),
    later: [
      ...slots.flatMap(({ endpointId, isTaken, nextMs }) => {
        const receiver = receivers.get(endpointId);
        return receiver && (!isTaken || got.has(endpointId)) ? [[receiver, nextMs] as const] : [];
      }),
      ...looked.flatMap(({ endpointId, untilMs }) => {
        const receiver = receivers.get(endpointId);
        return receiver && untilMs !== null ? [[receiver, LOOK_ON_MS] as const] : [];
      }),
    ],
  };
};
