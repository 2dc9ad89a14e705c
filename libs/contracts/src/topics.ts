/** The Kafka topics that carry published events. Partitions and retention stand in infra/kafka/topics.json. */
export const TOPICS = {
  catchEvents: 'catch.events',
  speciesCatalog: 'species.catalog',
  leaderboardEvents: 'leaderboard.events',
  identityEvents: 'identity.events',
} as const;

export type Topic = (typeof TOPICS)[keyof typeof TOPICS];

/** Where a service puts a message of `topic` that it could not process. */
export const deadLetterTopic = (topic: string, service: string): string => `${topic}.${service}.dlq`;
