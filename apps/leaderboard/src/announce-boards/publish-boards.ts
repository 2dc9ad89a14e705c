import { TOPICS } from '@cds/contracts';
import type { PublishedEvent } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import { derivedId } from '@cds/service-kit';
import type { DeletedBoard } from './board-announcements.store.js';
import type { BoardRow } from '../boards/board-row.js';

export const BOARDS_TOPIC = TOPICS.leaderboardBoards;

type DefinedBoard = Omit<BoardRow, 'is_filling' | 'is_named'>;

/** The published form of a board as it is: the same each time that it is published. */
export const publishBoard = (row: DefinedBoard): CloudEvent => {
  const event: PublishedEvent<'LeaderboardChangedV1'> = {
    type: 'LeaderboardChangedV1',
    data: {
      id: row.id,
      name: row.name,
      rule: {
        metric: row.metric,
        species_id: row.species_id,
        region: row.region,
        min_verification_tier: row.min_verification_tier,
        period: row.period,
      },
      account_id: row.account_id,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      version: row.version,
    },
  };
  return { ...headOf(row.id, row.updated_at, String(row.version)), ...event };
};

/** The tombstone of a board. */
export const publishDeletedBoard = ({ id, deletedAt }: DeletedBoard): CloudEvent => ({
  ...headOf(id, deletedAt, 'deleted'),
  type: 'LeaderboardChangedV1' satisfies PublishedEvent['type'],
  data: null,
});

const headOf = (id: string, time: Date, state: string) => ({
  id: derivedId('event', time, id, state),
  source: '/leaderboard',
  subject: id,
  time,
  accountId: null,
  traceparent: null,
});
