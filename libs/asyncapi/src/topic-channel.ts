import type { AsyncApiParts, ChannelDocs, TopicSetup } from './asyncapi-parts.js';
import { backfillTopicOf } from './backfill-topic.js';
import { deadLetterMessages, deadLetterWords } from './dead-letter-messages.js';
import { eventMessages } from './event-messages.js';
import { ref } from './refs.js';
import { topicDocsOf } from './topic-docs.js';

const BINDING_VERSION = '0.5.0';

export const MESSAGE_BINDINGS = {
  subjectKey: {
    kafka: {
      key: { type: 'string', description: 'The subject’s id, in UTF-8: the same as `ce_subject`.' },
      bindingVersion: BINDING_VERSION,
    },
  },
};

/** The channel of a topic: of published events, of a backfill, or of dead letters. Throws for any other topic. */
export const topicChannel = (
  topic: TopicSetup,
  { topics, events }: Pick<AsyncApiParts, 'topics' | 'events'>,
): ChannelDocs => {
  const backfill = backfillTopicOf(topic.name);
  const origin = backfill?.origin ?? topic.name;
  const docs = topicDocsOf(origin);
  // A backfill has what its origin has, and tombstones if that one is compacted.
  const published = topics.find(({ name }) => name === origin) ?? topic;
  const { title, description } = backfill ?? docs ?? deadLetterWords(topic.name);
  return {
    name: topic.name,
    operation: `send${topic.name.split(/[.-]/).map(capitalised).join('')}`,
    channel: {
      title,
      description,
      address: topic.name,
      servers: [ref('servers/kafka')],
      bindings: { kafka: kafkaBinding(topic) },
    },
    messages: docs
      ? eventMessages({ ...published, name: docs.sameAs ?? origin }, docs.envelopeOf, events)
      : deadLetterMessages,
  };
};

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const kafkaBinding = ({ partitions, config }: TopicSetup): object => ({
  partitions,
  topicConfiguration: Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, name === 'cleanup.policy' ? value.split(',') : Number(value)]),
  ),
  bindingVersion: BINDING_VERSION,
});
