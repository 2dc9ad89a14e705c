import type { ChannelDocs, EventDocsByType, MessageDocs, WebhookDocs } from './asyncapi-parts.js';
import { ref, schemaRef } from './refs.js';
import { descriptionOf, webhookExample } from './webhook-example.js';
import { type DeliveredEvent, deliveredEvents, payloadName } from './webhook-payload.js';

/** The channel of all webhooks. Its address is each subscriber's own. */
export const webhookChannel = (webhooks: WebhookDocs, events: EventDocsByType): ChannelDocs => ({
  name: 'webhooks',
  operation: 'sendWebhook',
  channel: { title: 'Webhooks', description: wordsOf(webhooks), address: null, servers: [ref('servers/receiver')] },
  messages: Object.fromEntries(
    deliveredEvents(events, webhooks).map((delivered) => [delivered.type, messageOf(delivered, webhooks)]),
  ),
  operationBindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
});

const messageOf = (delivered: DeliveredEvent, webhooks: WebhookDocs): MessageDocs => ({
  name: delivered.type,
  title: delivered.type,
  description: descriptionOf(delivered),
  headers: schemaRef('WebhookHeaders'),
  payload: schemaRef(payloadName(delivered.type)),
  examples: [webhookExample(delivered, webhooks)],
});

const wordsOf = ({
  answerSeconds,
  retrySeconds,
  payloadLimitBytes,
  exampleSecret,
  examplePublicKey,
}: WebhookDocs): string =>
  `Each message is a POST to the \`url\` of an endpoint, as
[Standard Webhooks 1.0](https://www.standardwebhooks.com) says.

- Verify \`webhook-signature\` with any library of Standard Webhooks and the endpoint’s \`whsec_…\` secret, over
  the bytes of the body as they came: the signed text is \`<webhook-id>.<webhook-timestamp>.<body>\`. Or verify its
  \`v1a\` part, an Ed25519 signature, by a key of \`/.well-known/webhook-keys\`; then there is no secret to store.
  Refuse what does not verify. The examples are signed with
  \`${exampleSecret}\` and by the key \`${examplePublicKey}\`; a body has no spaces or line breaks between its parts.
- Answer with any 2xx within ${answerSeconds} s; do what takes longer afterwards. All else is a failure, redirects
  too. The message comes again after ${retrySeconds.map(duration).join(', ')} (each ±20 %), then it
  is given up; a \`Retry-After\` counts between once and twice the step.
- Delivery is at least once, with the same \`webhook-id\` each time, and in no order: of a subject the highest
  \`data.version\` is the newest.
- A payload stays below ${payloadLimitBytes / 1_000} kB: notes are shortened, then metadata emptied, then photos cut to
  \`id\` and \`url\`, and of entries the first ones kept; \`data.truncated\` names which.
- Ignore fields that you do not know.`;

const duration = (seconds: number): string => {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
};
