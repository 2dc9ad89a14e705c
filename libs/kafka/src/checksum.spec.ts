import { createRequire } from 'node:module';
import fc from 'fast-check';
import { kafkajsFile } from '../test/kafkajs-file.js';
import { checksum, checksumSlowly } from './checksum.js';

const require = createRequire(import.meta.url);
const FILE = 'protocol/recordBatch/crc32C/index.js';

describe('the checksum of a batch', () => {
  it('is that of kafkajs', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000, size: 'max' }), (bytes) => {
        expect(checksum(Buffer.from(bytes))).toBe(checksumSlowly(Buffer.from(bytes)));
      }),
    );
  });

  it('is the one of RFC 3720', () => {
    expect(checksum(Buffer.alloc(32))).toBe(0x8a9136aa);
    expect(checksum(Buffer.alloc(32, 0xff))).toBe(0x62a8ab43);
  });

  it('is what kafkajs uses', () => {
    expect(require(`kafkajs/src/${FILE}`)).toBe(checksum);
  });

  test('the replaced file is the one that it was written for', () => {
    expect(kafkajsFile(FILE)).toEqual({
      version: '2.2.4',
      sha256: '0826ea7387f25400b1a24bacdbba85db9c1f2e932f168874728a9ecaf1eb2379',
    });
  });
});
