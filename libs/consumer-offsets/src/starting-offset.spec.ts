import { type OffsetsOfPartition, startingOffset } from './starting-offset.js';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const LAST = new Date('2026-11-22T09:30:00.000Z');

const at = (overrides: Partial<OffsetsOfPartition>): OffsetsOfPartition => ({
  low: 10n,
  high: 100n,
  committed: undefined,
  stored: undefined,
  elsewhere: false,
  replaced: false,
  ...overrides,
});
const stored = (nextOffset: bigint, lastTimestamp: Date | undefined = LAST) => ({
  stored: { nextOffset, lastTimestamp },
});

describe('a partition continues', () => {
  it.each<[string, Partial<OffsetsOfPartition>, bigint | Date, string]>([
    ['where the database says', { ...stored(50n), committed: 50n }, 50n, 'resumed'],
    ['where the database says when Kafka is ahead', { ...stored(50n), committed: 90n }, 50n, 'resumed'],
    ['where the database says when Kafka is behind', { ...stored(50n), committed: 20n }, 50n, 'resumed'],
    ['at its end when everything is handled', stored(100n), 100n, 'resumed'],
    ['behind offsets without messages that the client skipped', { ...stored(50n), skippedTo: 52n }, 52n, 'resumed'],
    [
      'at the first message that is left when the client skipped to it',
      { ...stored(9n), skippedTo: 10n },
      10n,
      'messages-expired',
    ],
    ['at its beginning the first time', {}, 10n, 'first-time'],
    ['at its beginning when a rebuild removed the offset', { committed: 90n }, 10n, 'first-time'],
    ['at the group’s offset on a cluster that was mirrored', { committed: 90n, elsewhere: true }, 90n, 'new-cluster'],
    ['at its beginning on a cluster that was not mirrored', { elsewhere: true }, 10n, 'first-time'],
    ['at its beginning when the group’s offset is outside', { committed: 101n, elsewhere: true }, 10n, 'first-time'],
    ['at the first message that is left', stored(9n), 10n, 'messages-expired'],
    [
      'a minute before the last record when the offset is beyond the end',
      stored(101n),
      new Date('2026-11-22T09:29:00.000Z'),
      'offset-beyond-end',
    ],
    [
      'a minute before the last record when another record is at its offset',
      { ...stored(50n), replaced: true },
      new Date('2026-11-22T09:29:00.000Z'),
      'record-replaced',
    ],
    [
      'a day ago when nothing tells what was handled last',
      { stored: { nextOffset: 101n, lastTimestamp: undefined } },
      new Date('2026-11-21T12:00:00.000Z'),
      'offset-beyond-end',
    ],
  ])('%s', (_, known, from, reason) => {
    expect(startingOffset(at(known), 'time', NOW)).toEqual({ from, reason });
  });

  it.each<[string, Partial<OffsetsOfPartition>, string]>([
    ['the offset is beyond the end', stored(101n), 'offset-beyond-end'],
    ['another record is at its offset', { ...stored(50n), replaced: true }, 'record-replaced'],
  ])('at its beginning when %s and the operator accepts that', (_, known, reason) => {
    expect(startingOffset(at(known), 'beginning', NOW)).toEqual({ from: 10n, reason });
  });
});
