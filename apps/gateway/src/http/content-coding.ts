import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip, type BrotliOptions } from 'node:zlib';

/** How an answer is compressed (RFC 9110, section 8.4). */
export type Coding = 'br' | 'gzip';

/** A smaller answer fits a packet or two either way. */
export const MIN_CODED_BYTES = 1_024;

const GZIP_LEVEL = 5;
/** Half a megabyte for each answer in progress; the window holds the longest list. */
const ON_THE_FLY: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const ONCE: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** What `Accept-Encoding` asks for: brotli unless gzip is preferred; undefined for neither. */
export const codingOf = (acceptEncoding: string | string[] | undefined): Coding | undefined => {
  if (acceptEncoding === undefined) return undefined;
  const header = acceptEncoding.toString().toLowerCase();
  const [brotli, packed] = [weightOf(header, BR), weightOf(header, GZIP)];
  if (brotli > 0 && brotli >= packed) return 'br';
  return packed > 0 ? 'gzip' : undefined;
};

const BR = /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/;
const GZIP = /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/;

const weightOf = (header: string, name: RegExp): number => {
  const found = name.exec(header);
  return found ? Number(found[1] ?? 1) : 0;
};

/** JSON of any kind. Other types are small, compressed already, streams of events, or files that are sent in ranges. */
export const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^application\/(?:[a-z.-]+\+)?json\b/.test(contentType);

export const compressorOf = (coding: Coding): Transform =>
  coding === 'br' ? createBrotliCompress(ON_THE_FLY) : createGzip({ level: GZIP_LEVEL });

const brotliWhole = promisify<Buffer | string, BrotliOptions, Buffer>(brotliCompress);
const gzipWhole = promisify<Buffer | string, { level: number }, Buffer>(gzip);

/** A file that is the same object each time is compressed once, and better. */
export const compressed = (body: Buffer | string, coding: Coding): Promise<Buffer> => {
  if (typeof body === 'string') return coding === 'br' ? brotliWhole(body, ON_THE_FLY) : gzipWhole(body, FAST);
  const known = files.get(body) ?? new Map<Coding, Promise<Buffer>>();
  files.set(body, known);
  const made = known.get(coding) ?? (coding === 'br' ? brotliWhole(body, ONCE) : gzipWhole(body, BEST));
  known.set(coding, made);
  return made;
};

const FAST = { level: GZIP_LEVEL };
const BEST = { level: 9 };
const files = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>();

/**
 * The tag of a compressed answer: a strong one names these very bytes (RFC 9110, section 8.8.3), so it gets `~` and the
 * coding, which no tag of ours has otherwise.
 */
export const codedTag = (tag: string, coding: Coding): string =>
  tag.startsWith('"') ? `${tag.slice(0, -1)}~${coding}"` : tag;

/** The tags of `If-Match` or `If-None-Match` as services know them. */
export const uncodedTags = (header: string): string => header.replaceAll(CODED, '"');

const CODED = /~(?:br|gzip)"/g;

/** The tag for a 304: as the client listed it. */
export const listedTag = (tag: string, ifNoneMatch: string | undefined): string =>
  CODINGS.map((coding) => codedTag(tag, coding)).find((coded) => ifNoneMatch?.includes(coded)) ?? tag;

const CODINGS: readonly Coding[] = ['br', 'gzip'];
