import { toKafkaMessage } from '@cds/kafka';
import type { z } from 'zod';
import type { EventDocs, EventDocsByType, MessageDocs, TopicSetup } from './asyncapi-parts.js';
import { cloudEventHeaders, tombstoneHeaders } from './cloud-event-headers.js';
import { EXAMPLE, exampleTime } from './example.js';
import { fitting } from './fitting.js';
import { ref, schemaRef } from './refs.js';
import type { SampleData, TopicDocs } from './topic-docs.js';

const BINDINGS = ref('components/messageBindings/subjectKey');

type EnvelopeOf = TopicDocs['envelopeOf'];

/** The messages of a topic: one for each event version on it and, where it is compacted, the one that ends a key. */
export const eventMessages = (
  topic: TopicSetup,
  envelopeOf: EnvelopeOf,
  events: EventDocsByType,
): Record<string, MessageDocs> => {
  const own = Object.entries(events).filter(([, event]) => event.topic === topic.name);
  const [first] = own;
  return {
    ...Object.fromEntries(own.map(([type, event]) => [type, eventMessage(type, event, envelopeOf)])),
    ...(first &&
      topic.config['cleanup.policy'] === 'compact' && {
        [`${first[0]}Tombstone`]: tombstone(...first, envelopeOf, keptDays(topic)),
      }),
  };
};

const eventMessage = (type: string, { schema, sample }: EventDocs, envelopeOf: EnvelopeOf): MessageDocs => {
  const payload = fitting(`the sample of ${type}`, schema, sample);
  return {
    name: type,
    title: type,
    description: schema.description ?? '',
    headers: { allOf: [schemaRef('CloudEventHeaders')], properties: { ce_type: { type: 'string', const: type } } },
    payload: schemaRef(type),
    bindings: BINDINGS,
    examples: [{ headers: headersOf(type, sample, envelopeOf, false), payload }],
  };
};

const DAY_MS = 86_400_000;

/** How long Kafka keeps a tombstone: a day, unless the topic says otherwise. */
const keptDays = ({ config }: TopicSetup): number => Number(config['delete.retention.ms'] ?? DAY_MS) / DAY_MS;

const tombstone = (type: string, { sample }: EventDocs, envelopeOf: EnvelopeOf, days: number): MessageDocs => ({
  name: `${type}Tombstone`,
  title: 'Tombstone',
  description:
    'The subject of this key is gone: remove what you keep of it. The value is null. A compacted topic keeps the ' +
    `tombstone for ${days} days, then nothing of the key is left.`,
  headers: { allOf: [schemaRef('TombstoneHeaders')], properties: { ce_type: { type: 'string', const: type } } },
  payload: { type: 'null' },
  bindings: BINDINGS,
  examples: [{ headers: headersOf(type, sample, envelopeOf, true), payload: null }],
});

/** The headers that such a message is sent with, each of which is described. */
const headersOf = (type: string, sample: unknown, envelopeOf: EnvelopeOf, isTombstone: boolean): unknown => {
  const envelope = envelopeOf(sample as SampleData);
  const { eventId: id, traceparent } = EXAMPLE;
  const { headers } = toKafkaMessage({
    id,
    type,
    ...envelope,
    time: exampleTime(sample),
    traceparent,
    data: isTombstone ? null : sample,
  });
  const schema: z.ZodObject = isTombstone ? tombstoneHeaders : cloudEventHeaders;
  return fitting(`the headers of ${type}`, schema.strict(), headers);
};
