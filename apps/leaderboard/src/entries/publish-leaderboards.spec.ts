import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import type { RecordedEvent } from '@cds/event-sourcing';
import { BASS } from '../../test/catch.builders.js';
import { heaviestOf } from '../boards/board.js';
import type { LeaderboardEntryChanged } from './entry.events.js';
import { anglersIn, publishLeaderboardEvent } from './publish-leaderboards.js';

const changed: RecordedEvent<LeaderboardEntryChanged> = {
  type: 'LeaderboardEntryChanged',
  data: {
    board: { id: 'lb_1', name: 'Heaviest Largemouth Bass, all time', rule: heaviestOf(BASS) },
    period: 'all',
    anglerId: 'ang_a',
    rank: 1,
    previousRank: 3,
    score: 8.4,
    catchId: 'catch_1',
    achievedAt: '2026-05-01T06:00:00.000Z',
    displaced: [{ anglerId: 'ang_b', rank: 2, previousRank: 1 }],
    previous: { rank: 3, score: 5.125, catchId: 'catch_0' },
  },
  metadata: {
    eventId: 'evt_1',
    streamId: 'lb_1/all',
    version: 7,
    occurredAt: new Date('2026-05-02T00:00:00.000Z'),
    actor: null,
    requestId: null,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  },
};
const nameOf = (id: string): string => `name of ${id}`;

describe('a published entry', () => {
  const published = publishLeaderboardEvent(changed, nameOf);

  it('fits its contract', () => {
    expect(PUBLISHED_EVENTS.LeaderboardEntryChangedV1.schema.parse(published.data)).toEqual(published.data);
  });

  it('is about the board and period, belongs to nobody and keeps its id, time and trace', () => {
    expect(published).toMatchObject({
      id: 'evt_1',
      type: 'LeaderboardEntryChangedV1',
      source: '/leaderboard',
      subject: 'lb_1/all',
      time: new Date('2026-05-02T00:00:00.000Z'),
      accountId: null,
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    });
  });

  it('has all values of the move, with the names of all its anglers', () => {
    expect(published.data).toEqual({
      board: {
        id: 'lb_1',
        name: 'Heaviest Largemouth Bass, all time',
        rule: {
          metric: 'heaviest',
          species_id: BASS,
          region: null,
          min_verification_tier: 'photo',
          period: 'all_time',
        },
      },
      period: 'all',
      angler: { id: 'ang_a', name: 'name of ang_a' },
      rank: 1,
      previous_rank: 3,
      score: 8.4,
      catch_id: 'catch_1',
      achieved_at: '2026-05-01T06:00:00.000Z',
      displaced: [{ angler: { id: 'ang_b', name: 'name of ang_b' }, rank: 2, previous_rank: 1 }],
      version: 7,
      previous: { rank: 3, score: 5.125, catch_id: 'catch_0' },
    });
    expect(anglersIn(changed)).toEqual(['ang_a', 'ang_b']);
  });

  it('keeps the nulls of one who left', () => {
    const data = { ...changed.data, rank: null, score: null, catchId: null, achievedAt: null, displaced: [] };
    const left = publishLeaderboardEvent({ ...changed, data }, nameOf);
    expect(PUBLISHED_EVENTS.LeaderboardEntryChangedV1.schema.parse(left.data)).toMatchObject({
      rank: null,
      score: null,
      previous_rank: 3,
    });
  });
});
