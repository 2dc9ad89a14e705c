import { toRecordedEvent } from '@cds/event-store';
import { spoiledCopies } from '@cds/testing';
import { BASS, score } from '../../test/catch.builders.js';
import { heaviestOf } from '../boards/board.js';
import type { LeaderboardEvent } from './entry.events.js';
import { leaderboardCodec } from './leaderboard.codec.js';
import { entryChanged } from './move-entries/entry-changed.decision.js';

const board = { id: 'lb_1', name: 'Heaviest Largemouth Bass, all time', rule: heaviestOf(BASS) };
const displaced = [{ anglerId: 'b', rank: 2, previousRank: 1 }];
const [five, six] = [score('a', 5), score('a', 6)];

const ENTERED = entryChanged(board, 'all', {
  anglerId: 'a',
  from: null,
  to: five,
  rank: 1,
  previousRank: null,
  displaced,
});
const CLIMBED = entryChanged(board, 'all', { anglerId: 'a', from: five, to: six, rank: 1, previousRank: 2, displaced });
const LEFT = entryChanged(board, 'all', {
  anglerId: 'a',
  from: six,
  to: null,
  rank: null,
  previousRank: 1,
  displaced: [],
});

const stored = (event: LeaderboardEvent): Record<string, unknown> =>
  JSON.parse(JSON.stringify(leaderboardCodec.encode(event).data)) as Record<string, unknown>;

const read = (data: unknown, type = 'LeaderboardEntryChanged') =>
  toRecordedEvent(
    {
      stream_id: 'lb_1/all',
      version: 2,
      event_id: 'evt_1',
      type,
      data,
      personal: null,
      metadata: { actor: null, request_id: null, traceparent: null },
      occurred_at: new Date(0),
    },
    leaderboardCodec,
  );

describe('the events of a board', () => {
  it.each([
    ['of an angler who enters', ENTERED],
    ['of one who climbs', CLIMBED],
    ['of one who leaves', LEFT],
  ])('are read as they were written: %s', (_what, event) => {
    expect(read(stored(event))).toMatchObject(event);
    expect(leaderboardCodec.decode(event.type, stored(event), undefined)).toEqual(event);
  });

  it.each(spoiledCopies(stored(CLIMBED)))('are refused with another $path', ({ path, copy }) => {
    expect(() => read(copy)).toThrow(/^The event evt_1 \(LeaderboardEntryChanged, version 2 of lb_1\/all\) cannot be/);
    expect(() => read(copy)).toThrow(path);
  });

  it.each([
    ['an unknown type', 'LeaderboardClosed', stored(LEFT)],
    ['a version that is not known yet', 'LeaderboardEntryChanged', { ...stored(LEFT), eventVersion: 2 }],
    [
      'a displaced entry without a rank',
      'LeaderboardEntryChanged',
      { ...stored(LEFT), displaced: [{ anglerId: 'b' }] },
    ],
  ])('are refused with %s', (_what, type, data) => {
    expect(() => read(data, type)).toThrow('cannot be read');
  });
});
