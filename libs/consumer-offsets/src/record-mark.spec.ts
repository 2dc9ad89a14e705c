import type { KafkaMessage } from 'kafkajs';
import { recordMarkOf } from './record-mark.js';

const message = (id: string, timestamp: string): KafkaMessage =>
  ({ offset: '7', timestamp, headers: { ce_id: Buffer.from(id) } }) as unknown as KafkaMessage;

describe('the mark of a record', () => {
  test.each([
    ['a NUL in its id', message('a\0b', '0'), { eventId: 'a\u{fffd}b', timestamp: new Date(0) }],
    ['an endless id', message('c'.repeat(5_000), '0'), { eventId: 'c'.repeat(1_000), timestamp: new Date(0) }],
    [
      'a time after all years',
      message('a', '9223372036854775807'),
      { timestamp: new Date('9999-12-31T23:59:59.999Z') },
    ],
    ['a time before all years', message('a', '-9223372036854775808'), { timestamp: new Date(-1) }],
  ])('can be stored, with %s', (_case, record, mark) => {
    expect(recordMarkOf(record)).toMatchObject({ offset: 7n, ...mark });
  });
});
