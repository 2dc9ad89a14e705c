import type { Claim, Claimed } from './due-messages.js';
import type { Receiver } from './receiver.js';
import type { Turn } from './receiver-turns.js';

/** What is to be claimed next, as far as a claim tells. */
export interface AfterClaim {
  /** Receivers that may have more due messages, none of them before those that were claimed. */
  readonly again: readonly Turn[];
  /** Receivers whose rate lets more go after so many milliseconds. */
  readonly later: readonly (readonly [Receiver, ms: number])[];
}

/** Whoever filled its room may have more, and so may all when messages were skipped. */
export const afterClaim = (claims: readonly Claim[], claimed: Claimed): AfterClaim => {
  const { messages, dueUntil, skipped, slots } = claimed;
  const got = new Map<string, number>();
  for (const { endpointId } of messages) got.set(endpointId, (got.get(endpointId) ?? 0) + 1);
  const receivers = new Map(claims.map(({ endpointId, accountId }) => [endpointId, { endpointId, accountId }]));
  return {
    again: claims
      .filter(({ endpointId, room }) => skipped > 0 || (got.get(endpointId) ?? 0) >= room)
      .map(({ endpointId, accountId, dueFrom }) => ({
        endpointId,
        accountId,
        dueFrom: dueUntil.get(endpointId) ?? dueFrom,
      })),
    later: slots.flatMap(({ endpointId, isTaken, nextMs }) => {
      const receiver = receivers.get(endpointId);
      return receiver && (!isTaken || got.has(endpointId)) ? [[receiver, nextMs] as const] : [];
    }),
  };
};
