import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { limitBody } from './limit-body.js';

const bodyOf = (headers: IncomingMessage['headers'] = {}) => {
  const stream = new PassThrough();
  return { stream, body: Object.assign(stream, { headers }) as unknown as IncomingMessage };
};
const limits = (ms = 10_000) => ({
  bytes: 10,
  ms,
  tooLarge: () => new Error('too large'),
  tooSlow: () => new Error('too slow'),
});
const forEver = () => new Promise<never>(() => undefined);

describe('a body with limits', () => {
  it('is read up to them', async () => {
    const { stream, body } = bodyOf({ 'content-length': '10' });
    stream.end(Buffer.alloc(10));
    expect(await limitBody(body, limits(), () => buffer(body))).toHaveLength(10);
  });

  it('fails one byte over them although its reader waits, and goes on to its end', async () => {
    const { stream, body } = bodyOf();
    const failure = expect(limitBody(body, limits(), forEver)).rejects.toThrow('too large');
    stream.write(Buffer.alloc(10));
    stream.write(Buffer.alloc(1));
    await failure;
    stream.end(Buffer.alloc(1_000_000));
    await new Promise((resolve) => stream.once('end', resolve));
  });

  it('fails unread when it says that it is over them', async () => {
    const { body } = bodyOf({ 'content-length': '11' });
    await expect(limitBody(body, limits(), () => Promise.reject(new Error('was read')))).rejects.toThrow('too large');
  });

  it('fails at once when it was closed before', async () => {
    const { stream, body } = bodyOf();
    stream.destroy();
    await expect(limitBody(body, limits(), forEver)).rejects.toThrow('ended before');
  });

  it('fails when it takes too long', async () => {
    await expect(limitBody(bodyOf().body, limits(20), forEver)).rejects.toThrow('too slow');
  });

  it('fails as its reader does', async () => {
    await expect(limitBody(bodyOf().body, limits(), () => Promise.reject(new Error('nonsense')))).rejects.toThrow(
      'nonsense',
    );
  });
});
