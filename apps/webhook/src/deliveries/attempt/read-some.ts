import type { Readable } from 'node:stream';

/**
 * The beginning of a stream as text: what came within `maxMs`, up to `maxBytes`. The rest is dropped, and with it the
 * connection. Never rejects: a stream that breaks has ended. NUL, which PostgreSQL cannot store, becomes U+FFFD.
 */
export const readSome = async (
  stream: Readable,
  { maxBytes, maxMs }: { maxBytes: number; maxMs: number },
): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => stream.destroy(), maxMs);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // What was read so far is the answer.
  } finally {
    clearTimeout(timer);
    // Dropping what is left makes the stream report that it was dropped.
    stream.on('error', () => undefined).destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8').replaceAll('\0', '\uFFFD');
};
