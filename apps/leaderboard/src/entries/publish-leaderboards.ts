import { TOPICS } from '@cds/contracts';
import type {
  AnglerRef,
  LeaderboardEntryChangedV1,
  LeaderboardLeaderChangedV1,
  LeaderboardPeriodClosedV1,
  PublishedEvent,
} from '@cds/contracts/events';
import type { RecordedEvent } from '@cds/event-sourcing';
import type { CloudEvent } from '@cds/kafka';
import type { Board } from '../boards/board.js';
import type {
  LeaderboardEntryChanged,
  LeaderboardEvent,
  LeaderboardLeaderChanged,
  LeaderboardPeriodClosed,
  PlaceData,
} from './entry.events.js';

export const LEADERBOARD_TOPIC = TOPICS.leaderboardEvents;

export type NameOf = (anglerId: string) => string;

/** The anglers whose names are published with an event. */
export const anglersIn = (event: LeaderboardEvent): string[] => {
  switch (event.type) {
    case 'LeaderboardEntryChanged':
      return [event.data.anglerId, ...event.data.displaced.map(({ anglerId }) => anglerId)];
    case 'LeaderboardLeaderChanged':
      return [event.data.leader, event.data.previous].flatMap((place) => (place ? [place.anglerId] : []));
    case 'LeaderboardPeriodClosed':
      return event.data.entries.map(({ anglerId }) => anglerId);
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
): PublishedEvent<'LeaderboardEntryChangedV1' | 'LeaderboardLeaderChangedV1' | 'LeaderboardPeriodClosedV1'> => {
  switch (event.type) {
    case 'LeaderboardEntryChanged':
      return { type: 'LeaderboardEntryChangedV1', data: entryChangedV1(event, nameOf) };
    case 'LeaderboardLeaderChanged':
      return { type: 'LeaderboardLeaderChangedV1', data: leaderChangedV1(event, nameOf) };
    case 'LeaderboardPeriodClosed':
      return { type: 'LeaderboardPeriodClosedV1', data: periodClosedV1(event, nameOf) };
  }
};

const entryChangedV1 = (
  { data, metadata }: RecordedEvent<LeaderboardEntryChanged>,
  nameOf: NameOf,
): LeaderboardEntryChangedV1 => {
  const angler = (id: string): AnglerRef => ({ id, name: nameOf(id) });
  return {
    board: boardV1(data.board),
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

const leaderChangedV1 = (
  { data, metadata }: RecordedEvent<LeaderboardLeaderChanged>,
  nameOf: NameOf,
): LeaderboardLeaderChangedV1 => ({
  board: boardV1(data.board),
  period: data.period,
  ...(data.leader ? placeV1(data.leader, nameOf) : { angler: null, score: null, catch_id: null, achieved_at: null }),
  previous: data.previous && placeV1(data.previous, nameOf),
  version: metadata.version,
});

const periodClosedV1 = (
  { data, metadata }: RecordedEvent<LeaderboardPeriodClosed>,
  nameOf: NameOf,
): LeaderboardPeriodClosedV1 => ({
  board: boardV1(data.board),
  period: data.period,
  starts_at: data.startsAt,
  ends_at: data.endsAt,
  entry_count: data.entryCount,
  entries: data.entries.map((place, index) => ({ ...placeV1(place, nameOf), rank: index + 1 })),
  version: metadata.version,
});

const placeV1 = ({ anglerId, score, catchId, achievedAt }: PlaceData, nameOf: NameOf) => ({
  angler: { id: anglerId, name: nameOf(anglerId) },
  score,
  catch_id: catchId,
  achieved_at: achievedAt,
});

const boardV1 = ({ id, name, rule }: Board): LeaderboardEntryChangedV1['board'] => ({
  id,
  name,
  rule: {
    metric: rule.metric,
    species_id: rule.speciesId,
    region: rule.region,
    min_verification_tier: rule.minVerificationTier,
    period: rule.period,
  },
});
