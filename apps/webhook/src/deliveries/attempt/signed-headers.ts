import { Webhook } from 'standardwebhooks';

const USER_AGENT = 'Catch-Data-Service-Webhooks/1.0';

/**
 * The headers of one attempt, signed by Standard Webhooks 1.0. The id is the same each time, the timestamp is the
 * attempt's.
 */
export const signedHeaders = (
  messageId: string,
  payload: string,
  secret: string,
  at: Date,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': USER_AGENT,
  'webhook-id': messageId,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': new Webhook(secret).sign(messageId, at, payload),
});
