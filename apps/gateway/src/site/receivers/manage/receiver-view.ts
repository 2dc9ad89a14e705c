import type { Receiver } from '../../../generated/client.js';

/** What is stored of a receiver. */
export type ReceiverFacts = Omit<Receiver, 'accountId'>;

/** A receiver without its address, whose token is stored nowhere. */
export interface BareReceiver {
  readonly id: string;
  readonly answer: { readonly status: number; readonly delay_seconds: number };
  readonly received: number;
  readonly created_at: string;
  readonly expires_at: string;
}

export interface ReceiverView extends BareReceiver {
  /** Where to send webhooks. */
  readonly url: string;
}

export const bareReceiver = (receiver: ReceiverFacts): BareReceiver => ({
  id: receiver.id,
  answer: { status: receiver.answerStatus, delay_seconds: receiver.answerDelayMs / 1_000 },
  received: receiver.received,
  created_at: receiver.createdAt.toISOString(),
  expires_at: receiver.expiresAt.toISOString(),
});
