import type { Slots } from './slots.js';

/** Which of new messages are to be written with a lease, and until when it lasts. */
export interface Admission {
  readonly isLeased: readonly boolean[];
  readonly leaseUntil: Date;
}

/**
 * Which of new messages, given by their endpoints, find a slot as soon as they are committed. `canSend` says whether
 * an endpoint's messages may be sent now at all. Null stands for a message that only a claim may send.
 */
export const withRoom = (
  endpointIds: readonly (string | null)[],
  slots: Pick<Slots, 'roomFor'>,
  canSend: (endpointId: string) => boolean,
): boolean[] => {
  const admitted = new Map<string, number>();
  let reserved = 0;
  return endpointIds.map((id) => {
    if (id === null) return false;
    const others = admitted.get(id) ?? 0;
    // `others` are among those that are reserved, and are of this very endpoint.
    if (!canSend(id) || slots.roomFor(id, reserved) <= others) return false;
    admitted.set(id, others + 1);
    reserved += 1;
    return true;
  });
};
