import type { AsyncApiParts, ChannelDocs } from './asyncapi-parts.js';
import { componentSchemas } from './component-schemas.js';
import { DESCRIPTION } from './description.js';
import { ref } from './refs.js';
import { MESSAGE_BINDINGS, topicChannel } from './topic-channel.js';
import { webhookChannel } from './webhook-channel.js';

const SERVERS = {
  kafka: {
    host: '{bootstrap}',
    protocol: 'kafka',
    description: 'The brokers. With `npm start` they stand under `kafka_brokers` in `.local/credentials.json`.',
    variables: { bootstrap: { default: '127.0.0.1:9092', description: 'Any broker, with its port.' } },
  },
  receiver: {
    host: '{host}',
    pathname: '/{path}',
    protocol: 'https',
    description: 'You: together they are the `url` of an endpoint made by `POST /v1/webhooks`.',
    variables: { host: { default: 'example.com' }, path: { default: 'hooks' } },
  },
};

/**
 * The AsyncAPI 3.1 document of every topic and every webhook. Throws when an event travels on a topic that the cluster
 * lacks, a topic is there that nothing describes, a webhook tells of no published event, or an example does not fit its
 * schema.
 */
export const asyncApiDocument = ({ version, events, topics, webhooks }: AsyncApiParts): object => {
  const known = new Set(topics.map(({ name }) => name));
  const astray = Object.entries(events).filter(([, { topic }]) => !known.has(topic));
  if (astray.length > 0)
    throw new Error(`no such topic: ${astray.map(([type, { topic }]) => `${topic} of ${type}`).join(', ')}`);
  const channels = [
    ...topics.map((topic) => topicChannel(topic, { topics, events })),
    webhookChannel(webhooks, events),
  ];
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'Catch Data Service',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: SERVERS,
    channels: Object.fromEntries(channels.map((one) => [one.name, channelOf(one)])),
    operations: Object.fromEntries(channels.map((one) => [one.operation, operationOf(one)])),
    components: {
      messages: Object.assign({}, ...channels.map(({ messages }) => messages)) as object,
      schemas: componentSchemas(events, webhooks),
      messageBindings: MESSAGE_BINDINGS,
    },
  };
};

const channelOf = ({ channel, messages }: ChannelDocs): object => ({
  ...channel,
  messages: Object.fromEntries(Object.keys(messages).map((name) => [name, ref(`components/messages/${name}`)])),
});

const operationOf = ({ name, channel, messages, operationBindings }: ChannelDocs): object => ({
  action: 'send',
  title: channel.title,
  channel: ref(`channels/${name}`),
  ...(operationBindings && { bindings: operationBindings }),
  messages: Object.keys(messages).map((message) => ref(`channels/${name}/messages/${message}`)),
});
