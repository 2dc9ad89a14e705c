import type { WebhookDocs } from './asyncapi-parts.js';
import { EXAMPLE, exampleTime } from './example.js';
import { fitting } from './fitting.js';
import { ownersSample } from './owners-sample.js';
import { webhookHeaders } from './webhook-headers.js';
import { type DeliveredEvent, payloadSchema } from './webhook-payload.js';

const REACHES = {
  owner: 'endpoints of the account that owns the subject',
  everyone: 'endpoints of every account',
} as const;

/** What a type tells, and whom. */
export const descriptionOf = ({ audience, docs }: DeliveredEvent): string =>
  `${docs.schema.description ?? ''} Reaches ${REACHES[audience]}.`;

/** A signed request with the sample of its event. Throws when it does not fit the schemas. */
export const webhookExample = (
  delivered: DeliveredEvent,
  { requestOf }: WebhookDocs,
): { headers: Readonly<Record<string, string>>; payload: unknown } => {
  const { type, docs, audience } = delivered;
  const data = audience === 'owner' ? ownersSample(docs.sample) : docs.sample;
  const { headers, body } = requestOf({ id: EXAMPLE.eventId, type, time: exampleTime(data), data });
  return {
    headers: fitting(`the headers of ${type}`, webhookHeaders.strict(), headers),
    payload: fitting(`the payload of ${type}`, payloadSchema(delivered), JSON.parse(body) as unknown),
  };
};
