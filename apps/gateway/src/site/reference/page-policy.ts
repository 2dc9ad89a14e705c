import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

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

/** Gives the page at `path` a policy that lets the scripts run that stand in it, and no others. */
export const setPagePolicy = (server: FastifyInstance, path: string): void => {
  let known = { page: '', policy: '' };
  server.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.url !== path || typeof payload !== 'string') return done(null, payload);
    if (known.page !== payload)
      known = {
        page: payload,
        policy: policyOf([...payload.matchAll(INLINE)].map(([, script = '']) => hashOf(script))),
      };
    reply.headers({
      'content-security-policy': known.policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    done(null, payload);
  });
};
