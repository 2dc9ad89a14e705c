import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { finishedPage } from './finished-page.js';

/**
 * The page's own scripts are named by their hashes and nothing comes from elsewhere; calls go to this origin alone.
 * Styles are made by the script as it runs, so no hash can name them.
 */
const policyOf = (hashes: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const INLINE = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Finishes the page at `path`, with a policy that lets the scripts run that stand in it, and no others. */
export const setPagePolicy = (server: FastifyInstance, path: string): void => {
  let known = { payload: '', page: '', policy: '' };
  server.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.url !== path || typeof payload !== 'string') return done(null, payload);
    if (known.payload !== payload) {
      const page = finishedPage(payload);
      known = { payload, page, policy: policyOf([...page.matchAll(INLINE)].map(([, script = '']) => hashOf(script))) };
    }
    reply.headers({
      'content-security-policy': known.policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    done(null, known.page);
  });
};
