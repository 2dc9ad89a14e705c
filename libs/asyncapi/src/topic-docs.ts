import { type Topic, TOPICS } from '@cds/contracts';

/** What an event is about, and whose that is. */
interface Envelope {
  readonly source: string;
  readonly subject: string;
  readonly accountId: string | null;
}

/** The fields that tell it; a sample has those of its topic. */
export interface SampleData {
  readonly id: string;
  readonly catch_id?: string;
  readonly target_id?: string;
  readonly species: { readonly id: string };
  readonly board: { readonly id: string };
  readonly period: string;
}

export interface TopicDocs {
  readonly title: string;
  readonly description: string;
  /** The topic whose events it carries too, in another form; absent where its events are its own. */
  readonly sameAs?: Topic;
  /** The envelope of an example. */
  readonly envelopeOf: (sample: SampleData) => Envelope;
}

const OWNER = 'acc_01kasvq0m5f8g9h2j3k4m5n6p7';

/** What each topic carries. */
const TOPIC_DOCS: Readonly<Record<Topic, TopicDocs>> = {
  [TOPICS.catchEvents]: {
    title: 'Catches, their verifications, and anglers',
    description:
      'All that happens to catches, as everybody may see them: coordinates on a grid of 0.1°, and ' +
      'nothing that is for the owner ' +
      'alone. Verifications are published under the key of their catch and move its `data.version`. What ' +
      'anglers are called, and their ' +
      'erasure, is published under the key of the angler.',
    envelopeOf: ({ id, catch_id: catchId }) => ({ source: '/catch', subject: catchId ?? id, accountId: OWNER }),
  },
  [TOPICS.catchOwnerEvents]: {
    title: 'Catches as their owners read them',
    description:
      'Internal to the product: give read access to the webhook service alone. It has every event of `catch.events` ' +
      'once more, under the same `ce_id`, key and `data.version`, with what is for the owner of the catch alone: the ' +
      'exact place and its name, `external_id`, `metadata` and the evidence of verifications. As it holds personal ' +
      'data, it is kept for 30 days.',
    sameAs: TOPICS.catchEvents,
    envelopeOf: ({ id, catch_id: catchId }) => ({ source: '/catch', subject: catchId ?? id, accountId: OWNER }),
  },
  [TOPICS.catchAnglers]: {
    title: 'The anglers that there are',
    description:
      'Which ids of anglers exist, without anything of the person. The topic is compacted: read it from its ' +
      'beginning to know all of them, and go on to keep up.',
    envelopeOf: ({ id }) => ({ source: '/catch', subject: id, accountId: OWNER }),
  },
  [TOPICS.speciesCatalog]: {
    title: 'The species catalogue',
    description:
      'Each species whole, under its id. The topic is compacted: read it from its beginning to have the ' +
      'catalogue, and go on to keep it.',
    envelopeOf: ({ id }) => ({ source: '/species', subject: id, accountId: null }),
  },
  [TOPICS.speciesEvents]: {
    title: 'Records of species',
    description:
      'Which catch became the heaviest of its species in this service. The key is the species. `data.version` is ' +
      'that of the species, which all of its changes increase: it has gaps.',
    envelopeOf: ({ species }) => ({ source: '/species', subject: species.id, accountId: null }),
  },
  [TOPICS.leaderboardEvents]: {
    title: 'Leaderboards',
    description: 'Who moved on which board. The key is a board and its period: `<board id>/<period>`.',
    envelopeOf: ({ board, period }) => ({ source: '/leaderboard', subject: `${board.id}/${period}`, accountId: null }),
  },
  [TOPICS.leaderboardBoards]: {
    title: 'The leaderboards that there are',
    description:
      'Each board under its id: its name and its rule, without entries. The topic is compacted: read it from its ' +
      'beginning to have all boards, and go on to keep them.',
    envelopeOf: ({ id }) => ({ source: '/leaderboard', subject: id, accountId: null }),
  },
  [TOPICS.identityEvents]: {
    title: 'Accounts',
    description: 'What others must hear of accounts.',
    envelopeOf: ({ id }) => ({ source: '/gateway', subject: id, accountId: id }),
  },
  [TOPICS.webhookEvents]: {
    title: 'Webhook endpoints',
    description: 'What happens to the endpoints of accounts. The key is the endpoint.',
    envelopeOf: ({ id }) => ({ source: '/webhook', subject: id, accountId: OWNER }),
  },
  [TOPICS.auditEvents]: {
    title: 'The audit log',
    description: 'What a security team wants to know of each service. The key is what it was done to.',
    envelopeOf: ({ id, target_id: target }) => ({ source: '/webhook', subject: target ?? id, accountId: OWNER }),
  },
};

/** How a topic is described; undefined for one that carries no published events. */
export const topicDocsOf = (name: string): TopicDocs | undefined =>
  Object.entries(TOPIC_DOCS).find(([topic]) => topic === name)?.[1];
