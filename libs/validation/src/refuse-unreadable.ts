import { AppError } from '@cds/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Answers a request with an error, whatever plugin its route is of. */
export type Refuse = (error: AppError, request: FastifyRequest, reply: FastifyReply) => void;

const NUL = 'must not contain NUL (%00)';
const NO_TEXT = 'must be percent-encoded UTF-8';
/** The bytes of one or more characters. A `%` by itself stands for itself, as in every browser. */
const ENCODED = /(?:%[\da-f]{2})+/giu;

/**
 * Refuses addresses that are not text. No text of ours has a NUL, and PostgreSQL would fail over it. Bytes that are not
 * UTF-8 would be searched for as they were sent, and never found.
 */
export const refuseUnreadable = (server: FastifyInstance, refuse: Refuse): void => {
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.url.includes('%')) return done();
    const [path = '', query = ''] = request.url.split('?', 2);
    const violations = [
      ...(path.includes('%00') ? [{ parameter: 'path', code: 'format', detail: NUL }] : []),
      ...query.split('&').flatMap(faultOf),
    ];
    if (violations.length === 0) return done();
    const message = `The address ${violations.some(({ detail }) => detail === NUL) ? NUL : NO_TEXT}.`;
    refuse(new AppError({ code: 'request.invalid', kind: 'invalid', message, violations }), request, reply);
  });
};

const faultOf = (pair: string): { parameter: string; code: string; detail: string }[] => {
  const detail = pair.includes('%00') ? NUL : isText(pair) ? undefined : NO_TEXT;
  if (detail === undefined) return [];
  const [[name = ''] = []] = new URLSearchParams(pair);
  return [{ parameter: name, code: 'format', detail }];
};

const isText = (encoded: string): boolean =>
  (encoded.match(ENCODED) ?? []).every((bytes) => {
    try {
      decodeURIComponent(bytes);
      return true;
    } catch {
      return false;
    }
  });
