import type { Receiver } from './receiver.js';
import type { SlotPlan } from './slots.js';

/** Which of new messages are to be written with a lease, and until when it lasts. */
export interface Admission {
  readonly isLeased: readonly boolean[];
  readonly leaseUntil: Date;
}

/**
 * Which of new messages, given by their receivers, find a slot as soon as they are committed. `canSend` says whether
 * an endpoint's messages may be sent now at all. Null stands for a message that only a claim may send.
 */
export const withRoom = (
  receivers: readonly (Receiver | null)[],
  plan: SlotPlan,
  canSend: (endpointId: string) => boolean,
): boolean[] =>
  receivers.map((receiver) => receiver !== null && canSend(receiver.endpointId) && plan.grant(receiver, 1) > 0);
