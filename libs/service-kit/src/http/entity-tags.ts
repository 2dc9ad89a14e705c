import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** What the `ETag` is made of, for a body that was hashed before. */
    bodyDigest?: string;
  }
}

/**
 * Gives each answer to a read (GET or HEAD, 200) its `ETag`, and answers 304 without a body when `If-None-Match` has
 * it. The tag is a hash of the body, then `.` and a hash of the address: a tag is good for the address that gave it out
 * and for no other, since a 304 costs no quota. A handler may set a tag that names the state instead; a query, which
 * may change what is shown of it, adds `.` and a hash of address and body. `matchesTag` knows the state by all of them.
 */
export const addEntityTags = (server: FastifyInstance): void => {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!isRead(request, reply) || (typeof payload !== 'string' && !Buffer.isBuffer(payload)))
      return done(null, payload);
    const tag = tagOf(request, reply, payload);
    reply.header('etag', tag);
    if (!isKnownTag(request.headers['if-none-match'], tag)) return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    // Fastify takes the body of HEAD away by itself, and must find one.
    done(null, request.method === 'HEAD' ? payload : null);
  });
};

const isRead = ({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  statusCode === 200 && (method === 'GET' || method === 'HEAD') && !routeOptions.config.quiet;

const tagOf = (request: FastifyRequest, reply: FastifyReply, payload: string | Buffer): string => {
  const own = reply.getHeader('etag') as string | undefined;
  const { url } = request;
  if (own === undefined) return `"${reply.bodyDigest ?? digestOf(payload)}.${digestOf(url).slice(0, ADDRESS_LENGTH)}"`;
  return url.includes('?') ? `${own.slice(0, -1)}.${digestOf(`${url}\n`, payload)}"` : own;
};

/** A body for several answers, and its `FastifyReply.bodyDigest`: encoded and hashed once. */
export const digestedBody = (text: string, body = Buffer.from(text)) => ({ body, digest: digestOf(body) });

/** 66 bits: enough to tell the addresses apart that answer with the same body. */
const ADDRESS_LENGTH = 11;

const digestOf = (...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
};

/** The tag of a state that this JSON shows: what a write answers with it, and compares `If-Match` with. */
export const entityTagOf = (body: unknown): string => `"${digestOf(JSON.stringify(body))}"`;

/** Entity tags of a list (RFC 9110, section 8.8.3), without their `W/`; commas may stand inside. */
const TAGS = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * Whether `If-None-Match` holds a tag: `*`, or a list that has it. Weak comparison, for answers that are streamed.
 */
export const isKnownTag = (header: string | undefined, tag: string): boolean => {
  if (header === undefined) return false;
  return header.trim() === '*' || [...header.matchAll(TAGS)].some(([, , listed]) => listed === tag);
};

/**
 * Whether `If-Match` holds for a thing that exists and whose state has this tag: `*`, or a list that has it. Strong
 * comparison: a weak tag never matches. What a query added to the tag is no part of the state.
 */
export const matchesTag = (header: string, tag: string): boolean => {
  if (header.trim() === '*') return true;
  const withSuffix = `${tag.slice(0, -1)}.`;
  return [...header.matchAll(TAGS)].some(
    ([, weak, listed = '']) => weak === undefined && (listed === tag || listed.startsWith(withSuffix)),
  );
};
