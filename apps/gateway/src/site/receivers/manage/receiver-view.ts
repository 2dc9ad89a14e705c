import type { Receiver } from '../../../generated/client.js';

/** What is stored of a receiver. */
export type ReceiverFacts = Omit<Receiver, 'accountId'>;

export interface ReceiverView {
  readonly id: string;
  /** Where to send webhooks. */
  readonly url: string;
  readonly answer: { readonly status: number; readonly delay_seconds: number };
  readonly received: number;
  readonly created_at: string;
  readonly expires_at: string;
}

export const receiverView = (receiver: ReceiverFacts, url: string): ReceiverView => ({
  id: receiver.id,
  url,
  answer: { status: receiver.answerStatus, delay_seconds: receiver.answerDelayMs / 1_000 },
  received: receiver.received,
  created_at: receiver.createdAt.toISOString(),
  expires_at: receiver.expiresAt.toISOString(),
});
