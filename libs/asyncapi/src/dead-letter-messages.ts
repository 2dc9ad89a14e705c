import type { MessageDocs } from './asyncapi-parts.js';
import { dlqExample, SET_ASIDE } from './dead-letter-headers.js';
import { ref, schemaRef } from './refs.js';
import { topicDocsOf } from './topic-docs.js';

const BINDINGS = ref('components/messageBindings/subjectKey');
const AS_IT_WAS = {
  description: 'The value as it was: one of the events of the topic that it came from, or whatever was no event.',
};
/** A message without `ce_id`, which no service can process. */
const EXAMPLE = {
  headers: { ce_specversion: '1.0', ce_type: 'CatchLoggedV1' },
  payload: { id: 'catch_01kasvw3e8f6t2q4x9m5n7p1r3' },
};

/** What is in every dead-letter topic. */
export const deadLetterMessages: Readonly<Record<string, MessageDocs>> = {
  DeadLetter: {
    name: 'DeadLetter',
    title: 'Dead letter',
    description:
      'A message that the service could not process, with its key, value and headers, and why. Its ' +
      'consumers went on without it.',
    headers: schemaRef('DeadLetterHeaders'),
    payload: AS_IT_WAS,
    bindings: BINDINGS,
    examples: [{ ...EXAMPLE, headers: { ...EXAMPLE.headers, ...dlqExample(SET_ASIDE) } }],
  },
  DeadLetterReplay: {
    name: 'DeadLetterReplay',
    title: 'Replay of a dead letter',
    description:
      'The dead letter once more: its service handles this one, and the dead letter is done with. ' +
      'Written by `npm run dlq -- replay`.',
    headers: schemaRef('DeadLetterReplayHeaders'),
    payload: AS_IT_WAS,
    bindings: BINDINGS,
    examples: [{ ...EXAMPLE, headers: { ...EXAMPLE.headers, ...dlqExample([...SET_ASIDE, 'replayed']) } }],
  },
  DeadLetterDrop: {
    name: 'DeadLetterDrop',
    title: 'Drop of a dead letter',
    description: 'The dead letter is done with, and nobody handles it. Written by `npm run dlq -- drop`.',
    headers: schemaRef('DeadLetterDropHeaders'),
    payload: { type: 'null' },
    bindings: BINDINGS,
    examples: [{ headers: dlqExample(['dropped']), payload: null }],
  },
};

/** What a dead-letter topic is. Throws for a topic that is none of published events. */
export const deadLetterWords = (name: string): { title: string; description: string } => {
  const [, origin = '', service = ''] = /^(.+)\.([^.]+)\.dlq$/.exec(name) ?? [];
  if (!topicDocsOf(origin)) throw new Error(`nothing tells what the topic ${name} is for`);
  return {
    title: `Dead letters of ${service} from ${origin}`,
    description:
      `For operators: what the ${service} service could not process of \`${origin}\`. Work on it with ` +
      '`npm run dlq`. Nobody else needs to read it.',
  };
};
