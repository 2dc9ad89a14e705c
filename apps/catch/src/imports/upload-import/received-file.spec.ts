import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { ReceivedFile } from './received-file.js';

const LIMIT = 1_000_000_000;
const MIB = 1_048_576;

const received = async (body: Buffer, isGzip: boolean): Promise<number> => {
  let bytes = 0;
  const pieces = Array.from({ length: Math.ceil(body.length / 16_384) }, (_, index) =>
    body.subarray(index * 16_384, (index + 1) * 16_384),
  );
  for await (const piece of new ReceivedFile(Readable.from(pieces), { isGzip, limit: LIMIT }).content)
    bytes += (piece as Buffer).length;
  return bytes;
};

describe('a packed file', () => {
  it('that unpacks to hundreds of times its size is refused before most of it is unpacked', async () => {
    await expect(received(gzipSync(Buffer.alloc(100 * MIB)), true)).rejects.toMatchObject({
      message: expect.stringContaining('more than 100 times'),
    });
  });

  it('of many equal rows is taken', async () => {
    const rows = Array.from(
      { length: 250_000 },
      (_, row) => `{"species":"walleye","weight_lbs":${row % 977}.${row % 7}}\n`,
    );
    const text = Buffer.from(rows.join(''));
    expect(await received(gzipSync(text), true)).toBe(text.length);
  });
});

it.each([false, true])('a file whose sender has gone before it is read fails at once, packed: %s', async (isGzip) => {
  const body = new PassThrough().destroy();
  await once(body, 'close');
  const { content } = new ReceivedFile(body, { isGzip, limit: LIMIT });
  await expect(content.toArray()).rejects.toMatchObject({ message: expect.stringContaining('before it was whole') });
});

it('a file that is not packed has no ratio', async () => {
  expect(await received(Buffer.alloc(12 * MIB), false)).toBe(12 * MIB);
});
