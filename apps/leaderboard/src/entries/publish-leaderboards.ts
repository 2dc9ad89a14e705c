import { TOPICS } from '@cds/contracts';
import type { AnglerRef, LeaderboardEntryChangedV1, PublishedEvent } from '@cds/contracts/events';
import type { RecordedEvent } from '@cds/event-sourcing';
import type { CloudEvent } from '@cds/kafka';
import type { LeaderboardEntryChanged, LeaderboardEvent } from './entry.events.js';

export const LEADERBOARD_TOPIC = TOPICS.leaderboardEvents;

export type NameOf = (anglerId: string) => string;

/** The anglers whose names are published with an event. */
export const anglersIn = (event: LeaderboardEvent): string[] => {
  switch (event.type) {
    case 'LeaderboardEntryChanged':
      return [event.data.anglerId, ...event.data.displaced.map(({ anglerId }) => anglerId)];
  }
};

/** The published form of a private event. It belongs to no account, because boards are public. */
export const publishLeaderboardEvent = (event: RecordedEvent<LeaderboardEvent>, nameOf: NameOf): CloudEvent => {
  const { eventId, streamId, occurredAt, traceparent } = event.metadata;
  return {
    id: eventId,
    source: '/leaderboard',
    subject: streamId,
    time: occurredAt,
    accountId: null,
    traceparent,
    ...published(event, nameOf),
  };
};

const published = (
  event: RecordedEvent<LeaderboardEvent>,
  nameOf: NameOf,
): PublishedEvent<'LeaderboardEntryChangedV1'> => {
  switch (event.type) {
    case 'LeaderboardEntryChanged':
      return { type: 'LeaderboardEntryChangedV1', data: entryChangedV1(event, nameOf) };
  }
};

const entryChangedV1 = (
  { data, metadata }: RecordedEvent<LeaderboardEntryChanged>,
  nameOf: NameOf,
): LeaderboardEntryChangedV1 => {
  const angler = (id: string): AnglerRef => ({ id, name: nameOf(id) });
  const { rule } = data.board;
  return {
    board: {
      id: data.board.id,
      name: data.board.name,
      rule: {
        metric: rule.metric,
        species_id: rule.speciesId,
        region: rule.region,
        min_verification_tier: rule.minVerificationTier,
        period: rule.period,
      },
    },
    period: data.period,
    angler: angler(data.anglerId),
    rank: data.rank,
    previous_rank: data.previousRank,
    score: data.score,
    catch_id: data.catchId,
    achieved_at: data.achievedAt,
    displaced: data.displaced.map((one) => ({
      angler: angler(one.anglerId),
      rank: one.rank,
      previous_rank: one.previousRank,
    })),
    version: metadata.version,
    previous: previousV1(data.previous),
  };
};

const previousV1 = ({
  rank,
  score,
  catchId,
  achievedAt,
}: LeaderboardEntryChanged['data']['previous']): LeaderboardEntryChangedV1['previous'] => ({
  ...(rank !== undefined && { rank }),
  ...(score !== undefined && { score }),
  ...(catchId !== undefined && { catch_id: catchId }),
  ...(achievedAt !== undefined && { achieved_at: achievedAt }),
});
