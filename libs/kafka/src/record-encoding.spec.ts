import { createRequire } from 'node:module';
import { kafkajsFile } from '../test/kafkajs-file.js';
import { encodeRecord, encodeSlowly, type RecordFields } from './record-encoding.js';

const require = createRequire(import.meta.url);
const FILE = 'protocol/recordBatch/record/v0/index.js';

const same = (record: RecordFields): void =>
  expect(encodeRecord(record).buffer.toString('hex')).toBe(encodeSlowly(record).buffer.toString('hex'));

const LONG = 'ß🎣x'.repeat(5_000);

it.each<[string, RecordFields]>([
  ['nothing', {}],
  ['texts', { key: 'catch_1', value: '{"a":1}', headers: { ce_id: 'evt_1', ce_type: 'CatchLoggedV1' } }],
  ['bytes', { key: Buffer.from([0, 255]), value: Buffer.alloc(300, 1), headers: { a: Buffer.from('b') } }],
  ['a tombstone', { key: 'catch_1', value: null, headers: {} }],
  ['half a character', { key: '\ud800', value: 'a\udc00', headers: { a: '\ud83c' } }],
  ['empty texts', { key: '', value: '', headers: { '': '' } }],
  ['a header with many values', { value: 'x', headers: { a: ['1', Buffer.from('2'), '3'], b: [], c: '4' } }],
  ['long texts of several bytes a character', { key: LONG, value: LONG, headers: { [LONG]: LONG } }],
  ['more headers than a byte counts', { headers: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [n, 'x'])) }],
])('a record with %s is encoded as kafkajs does it', (_what, record) => {
  for (const offsetDelta of [0, 1, 63, 64, 8_191, 8_192, 1_000_000])
    for (const timestampDelta of [0, 127, 128, 86_400_000]) same({ ...record, offsetDelta, timestampDelta });
});

it.each([
  ['zero', 0],
  ['the first that takes one byte more', 64],
  ['negative', -5],
  ['beyond 32 bits', 2 ** 40],
])('a time difference that is %s is encoded as kafkajs does it', (_what, timestampDelta) => {
  same({ key: 'a', value: 'b', timestampDelta, headers: { c: 'd' } });
});

it('is what kafkajs encodes with', () => {
  expect(require(`kafkajs/src/${FILE}`)).toBe(encodeRecord);
});

test('the replaced file is the one that it was written for', () => {
  expect(kafkajsFile(FILE)).toEqual({
    version: '2.2.4',
    sha256: 'ffbc628c1f35f5de8ba798165616b1009d9af1c27ca959999a10e6e3c18f8215',
  });
});
