import { Webhook } from 'standardwebhooks';

const USER_AGENT = 'Catch-Data-Service-Webhooks/1.0';

/**
 * The headers of one attempt, signed by Standard Webhooks 1.0 with each of the secrets. The id is the same for each
 * attempt at a message, the timestamp is the attempt's.
 */
export const signedHeaders = (
  messageId: string,
  payload: string,
  secrets: readonly string[],
  at: Date,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': USER_AGENT,
  'webhook-id': messageId,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, at, payload)).join(' '),
});
