import type { WebhookDocs } from '@cds/asyncapi';
import { z } from 'zod';
import { signedHeaders } from './deliveries/attempt/signed-headers.js';
import { DEFAULT_RETRY_SCHEDULE } from './endpoints/retry-schedule.js';
import { DEFAULT_LIMITS } from './deliveries/delivery-limits.js';
import { audienceOf, PING } from './endpoints/event-types.js';
import { PAYLOAD_LIMIT_BYTES, payloadOf } from './messages/payload.js';
import { WEBHOOK_TYPES } from './messages/webhook-events-of.consumer.js';
import { EXAMPLE_KEY } from './signing/example-key.js';
import { signingKeyView } from './signing/signing-key-view.js';

const MESSAGE_ID = 'msg_01kasvz7j2k0x6v8b3r9s1t5w7';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const pingData = z
  .object({ endpoint_id: z.string() })
  .meta({ description: 'A test message that was requested with `POST /v1/webhooks/{id}/test`.' });

/** What the AsyncAPI document says of this service's webhooks. */
export const webhookDocs: WebhookDocs = {
  delivered: [
    ...Object.entries(WEBHOOK_TYPES).flatMap(([event, type]) => (type === null ? [] : [{ event, type }])),
    { event: 'Ping', type: PING } as const,
  ].map((one) => ({ ...one, audience: audienceOf(one.type) })),
  unpublished: { Ping: { schema: pingData, sample: { endpoint_id: 'we_01kasvz2d7f5s1q3w6n4m8p0r9' } } },
  answerSeconds: DEFAULT_LIMITS.answer.headMs / 1_000,
  retrySeconds: DEFAULT_RETRY_SCHEDULE,
  payloadLimitBytes: PAYLOAD_LIMIT_BYTES,
  exampleSecret: SECRET,
  examplePublicKey: signingKeyView(EXAMPLE_KEY).whpk,
  requestOf: ({ id, type, time, data }) => {
    const body = payloadOf({ eventId: id, type, time, data });
    return { headers: signedHeaders(MESSAGE_ID, body, { secrets: [SECRET], key: EXAMPLE_KEY }, time), body };
  },
};
