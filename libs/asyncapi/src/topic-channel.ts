import type { ChannelDocs, EventDocsByType, TopicSetup } from './asyncapi-parts.js';
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

/** The channel of a topic: of published events, or of dead letters. Throws for one that is neither. */
export const topicChannel = (topic: TopicSetup, events: EventDocsByType): ChannelDocs => {
  const docs = topicDocsOf(topic.name);
  const { title, description } = docs ?? deadLetterWords(topic.name);
  return {
    name: topic.name,
    operation: `send${topic.name.split('.').map(capitalised).join('')}`,
    channel: {
      title,
      description,
      address: topic.name,
      servers: [ref('servers/kafka')],
      bindings: { kafka: kafkaBinding(topic) },
    },
    messages: docs ? eventMessages(topic, docs.envelopeOf, events) : deadLetterMessages,
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
