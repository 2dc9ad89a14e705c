import { type OffsetsOfPartition, startingOffset } from './starting-offset.js';

const at = (overrides: Partial<OffsetsOfPartition>): OffsetsOfPartition => ({
  low: 10n,
  high: 100n,
  committed: undefined,
  stored: undefined,
  elsewhere: false,
  ...overrides,
});

describe('a partition goes on', () => {
  it.each<[string, Partial<OffsetsOfPartition>, bigint, string]>([
    ['where the database says', { stored: 50n, committed: 50n }, 50n, 'resumed'],
    ['where the database says when Kafka is ahead', { stored: 50n, committed: 90n }, 50n, 'resumed'],
    ['where the database says when Kafka is behind', { stored: 50n, committed: 20n }, 50n, 'resumed'],
    ['at its end when all is done', { stored: 100n }, 100n, 'resumed'],
    ['at its beginning the first time', {}, 10n, 'first-time'],
    ['at its beginning when a rebuild forgot the offset', { committed: 90n }, 10n, 'first-time'],
    ['where the group stands on a cluster that was mirrored', { committed: 90n, elsewhere: true }, 90n, 'new-cluster'],
    ['at its beginning on a cluster that was not mirrored', { elsewhere: true }, 10n, 'first-time'],
    ['at its beginning when the group stands outside of it', { committed: 101n, elsewhere: true }, 10n, 'first-time'],
    ['at the first message that is left', { stored: 9n }, 10n, 'messages-expired'],
    ['at its beginning when it is a new topic of that name', { stored: 101n }, 10n, 'topic-recreated'],
  ])('%s', (_, known, offset, reason) => {
    expect(startingOffset(at(known))).toEqual({ offset, reason });
  });
});
