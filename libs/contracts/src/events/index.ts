import type { z } from 'zod';
import { TOPICS, type Topic } from '../topics.js';
import * as accounts from './account-events.js';
import * as anglers from './angler-events.js';
import * as audit from './audit-events.js';
import * as catches from './catch-events.js';
import * as leaderboards from './leaderboard-events.js';
import * as species from './species-events.js';
import * as webhooks from './webhook-events.js';

/**
 * Every published event version: the topic it travels on and the schema of its `data`.
 * A published version never changes; a new one is added beside it and both are published.
 */
export const PUBLISHED_EVENTS = {
  CatchLoggedV1: { topic: TOPICS.catchEvents, schema: catches.catchLoggedV1 },
  CatchEditedV1: { topic: TOPICS.catchEvents, schema: catches.catchEditedV1 },
  CatchDeletedV1: { topic: TOPICS.catchEvents, schema: catches.catchDeletedV1 },
  VerificationRequestedV1: { topic: TOPICS.catchEvents, schema: catches.verificationRequestedV1 },
  VerificationApprovedV1: { topic: TOPICS.catchEvents, schema: catches.verificationApprovedV1 },
  VerificationRejectedV1: { topic: TOPICS.catchEvents, schema: catches.verificationRejectedV1 },
  VerificationRevokedV1: { topic: TOPICS.catchEvents, schema: catches.verificationRevokedV1 },
  AnglerRenamedV1: { topic: TOPICS.catchEvents, schema: anglers.anglerRenamedV1 },
  AnglerErasedV1: { topic: TOPICS.catchEvents, schema: anglers.anglerErasedV1 },
  AnglerAddedV1: { topic: TOPICS.catchAnglers, schema: anglers.anglerAddedV1 },
  SpeciesChangedV1: { topic: TOPICS.speciesCatalog, schema: species.speciesChangedV1 },
  SpeciesRecordBrokenV1: { topic: TOPICS.speciesEvents, schema: species.speciesRecordBrokenV1 },
  LeaderboardChangedV1: { topic: TOPICS.leaderboardBoards, schema: leaderboards.leaderboardChangedV1 },
  LeaderboardEntryChangedV1: { topic: TOPICS.leaderboardEvents, schema: leaderboards.leaderboardEntryChangedV1 },
  LeaderboardLeaderChangedV1: { topic: TOPICS.leaderboardEvents, schema: leaderboards.leaderboardLeaderChangedV1 },
  LeaderboardPeriodClosedV1: { topic: TOPICS.leaderboardEvents, schema: leaderboards.leaderboardPeriodClosedV1 },
  AccountDeletedV1: { topic: TOPICS.identityEvents, schema: accounts.accountDeletedV1 },
  WebhookAnglersWatchedV1: { topic: TOPICS.webhookEvents, schema: webhooks.webhookAnglersWatchedV1 },
  WebhookEndpointDisabledV1: { topic: TOPICS.webhookEvents, schema: webhooks.webhookEndpointDisabledV1 },
  AuditRecordedV1: { topic: TOPICS.auditEvents, schema: audit.auditRecordedV1 },
} as const satisfies Record<string, { topic: Topic; schema: z.ZodType }>;

export type PublishedEventType = keyof typeof PUBLISHED_EVENTS;
export type PublishedData<T extends PublishedEventType> = z.infer<(typeof PUBLISHED_EVENTS)[T]['schema']>;

/** A published event of one type, distinguished by `type`: `switch (event.type)` narrows `data`. */
export type PublishedEvent<T extends PublishedEventType = PublishedEventType> = {
  [K in T]: { type: K; data: PublishedData<K> };
}[T];

export * from './account-events.js';
export * from './angler-events.js';
export * from './audit-events.js';
export * from './catch-events.js';
export * from './leaderboard-events.js';
export * from './shared.js';
export * from './species-events.js';
export * from './webhook-events.js';
