/** The Kafka topics that carry published events. Partitions and retention stand in infra/kafka/topics.json. */
export const TOPICS = {
  catchEvents: 'catch.events',
  /** The same events as their owners read them: for the product's own services alone. */
  catchOwnerEvents: 'catch.owner-events',
  /** The anglers that there are: for the product's own services alone. */
  catchAnglers: 'catch.anglers',
  speciesCatalog: 'species.catalog',
  speciesEvents: 'species.events',
  leaderboardEvents: 'leaderboard.events',
  /** The boards that there are. */
  leaderboardBoards: 'leaderboard.boards',
  identityEvents: 'identity.events',
  webhookEvents: 'webhook.events',
  auditEvents: 'audit.events',
} as const;

export type Topic = (typeof TOPICS)[keyof typeof TOPICS];

/** Where a service puts a message of `topic` that it could not process. */
export const deadLetterTopic = (topic: string, service: string): string => `${topic}.${service}.dlq`;

/**
 * Where a service's event log is sent again for one consumer of `topic`. It has as many partitions as `topic`, so that
 * a subject lies in the partition of the same number.
 */
export const backfillTopic = (topic: string, consumer: string): string => `${topic}.${consumer}.backfill`;
