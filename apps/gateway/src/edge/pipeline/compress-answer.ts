import type { FastifyReply } from 'fastify';
import { VARY_BY_CODING } from '../../http/cache-headers.js';
import { codedTag, codingOf, compressed, isJson, listedTag, MIN_CODED_BYTES } from '../../http/content-coding.js';
import type { ProxiedRequest } from '../request/proxied-request.js';

/**
 * Compresses an answer of the gateway's own for who takes it: JSON and scripts, and no pages, whose tokens of forms the
 * length of a compressed page could give away.
 */
export const compressAnswer = async (
  { incoming, codedTags }: ProxiedRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> => {
  const tag = reply.getHeader('etag');
  if (reply.statusCode === 304 && typeof tag === 'string') reply.header('etag', listedTag(tag, codedTags));
  if (!isCompressible(reply, payload)) return payload;
  if (!reply.hasHeader('vary')) reply.header('vary', VARY_BY_CODING);
  const coding = codingOf(incoming.headers['accept-encoding']);
  if (!coding) return payload;
  const body = await compressed(payload, coding);
  reply.removeHeader('content-length').header('content-encoding', coding);
  if (typeof tag === 'string') reply.header('etag', codedTag(tag, coding));
  return body;
};

const isCompressible = (reply: FastifyReply, payload: unknown): payload is Buffer | string => {
  if (reply.statusCode === 304 || reply.hasHeader('content-encoding')) return false;
  const type = String(reply.getHeader('content-type') ?? '');
  // Scripts are files that never differ, and compressed once.
  if (Buffer.isBuffer(payload)) return payload.length >= MIN_CODED_BYTES && (isJson(type) || SCRIPT.test(type));
  return typeof payload === 'string' && payload.length >= MIN_CODED_BYTES && isJson(type);
};

const SCRIPT = /^(?:application|text)\/javascript\b/;
