import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyReply } from 'fastify';
import { CORS_HEADERS } from '../../http/fixed-headers.js';

/** Where the portal's build leaves it. */
export const PORTAL_FOLDER = fileURLToPath(new URL('../../../../portal/dist', import.meta.url));

/** Every script, style, picture and call is of this origin, and nothing inline runs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Pictures that somebody is about to upload are shown before they are sent.
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-cache',
  vary: 'Accept',
};

interface Page {
  readonly body: Buffer;
  readonly etag: string;
}

const readPage = (): Page | null => {
  const file = `${PORTAL_FOLDER}/index.html`;
  if (!existsSync(file)) return null;
  const body = readFileSync(file);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
};

/** The one page of the portal, read when the gateway starts; null where the portal was not built. */
export const PORTAL_PAGE = readPage();

/** Sends the page, which loads what the address asks for. The kit's hook answers 304 to who has its tag. */
export const sendPortal = (reply: FastifyReply, { body, etag }: Page): FastifyReply => {
  for (const name of Object.keys(CORS_HEADERS)) reply.raw.removeHeader(name);
  return reply.headers({ ...HEADERS, etag }).send(body);
};
