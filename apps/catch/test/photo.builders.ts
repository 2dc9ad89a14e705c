import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { identityHeaders } from '@cds/testing/identity';
import sharp from 'sharp';
import type { PhotoView } from '../src/catches/read/photo-view.js';
import { PhotoSweeper } from '@cds/photos';
import { type Answer, type CatchHarness, owner } from './catch.harness.js';

export interface PictureFacts {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff';
  /** Any two colours give two different pictures. */
  colour?: string;
}

export const picture = ({
  width = 300,
  height = 200,
  format = 'jpeg',
  colour = '#336699',
}: PictureFacts = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();

export const form = (...files: readonly (Buffer | Blob)[]): FormData => {
  const body = new FormData();
  for (const file of files)
    body.append('file', file instanceof Blob ? file : new Blob([new Uint8Array(file)]), 'fish.bin');
  return body;
};

/** A PNG of very few bytes that says it has this many pixels, all of one colour. */
export const bomb = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

const crc32 = (bytes: Buffer): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
};

export const upload = async <T = PhotoView>(
  catches: CatchHarness,
  catchId: string,
  body: FormData,
  caller = owner,
): Promise<Answer<T>> => {
  const answer = await fetch(`${catches.url}/v1/catches/${catchId}/photos`, {
    method: 'POST',
    headers: identityHeaders('catch', caller),
    body,
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
};

/**
 * An upload that begins with `head` and then goes on with megabytes for as long as it is not stopped; `megabytes` are
 * sent at most.
 */
export const endless = (
  catches: CatchHarness,
  catchId: string,
  head: string,
  headers: Readonly<Record<string, string>> = {},
  megabytes = 64,
) => {
  // One that is to be closed would be closed under the rest of the body.
  const agent = new Agent({ keepAlive: true });
  const request = httpRequest(`${catches.url}/v1/catches/${catchId}/photos`, {
    method: 'POST',
    agent,
    headers: { ...identityHeaders('catch', owner), 'content-type': 'multipart/form-data; boundary=x', ...headers },
  });
  request.on('error', () => undefined);
  request.flushHeaders();
  if (head !== '') request.write(head);
  const send = (left: number): void => void (left > 0 && request.write(Buffer.alloc(1_048_576), () => send(left - 1)));
  send(megabytes);
  const answer = once(request, 'response').then(async ([response]) => {
    const incoming = response as IncomingMessage;
    return { status: incoming.statusCode, body: JSON.parse(await text(incoming)) as { code: string } };
  });
  const stop = (): void => {
    request.destroy();
    agent.destroy();
  };
  return { answer, stop };
};

/** The address of a file, at the service itself. */
export const at = (catches: CatchHarness, url: string): string => catches.url + new URL(url).pathname;

/** The files of a picture in the storage, by its address or digest. */
export const stored = async (catches: CatchHarness, of: string): Promise<string[]> => {
  const digest = /[0-9a-f]{64}/.exec(of)?.[0] ?? '';
  const names = await readdir(join(catches.storage, 'photos', digest.slice(0, 2))).catch(() => []);
  return names.filter((name) => name.startsWith(digest));
};

/** Sweeps as if two hours had gone by. */
export const swept = async (catches: CatchHarness): Promise<number> => {
  await catches.pool.query("UPDATE photo_leftovers SET since = since - interval '2 hours'");
  return catches.app.get(PhotoSweeper).sweep();
};
