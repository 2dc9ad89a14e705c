import csrfProtection from '@fastify/csrf-protection';
import formbody from '@fastify/formbody';
import secureSession from '@fastify/secure-session';
import { notJson } from '@cds/service-kit';
import type { FastifyInstance } from 'fastify';
import { IDLE_SECONDS } from '../../identity/people/sessions/browser-session.js';
import { isApiTarget } from '../../edge/routing/api-path.js';

export interface FormOptions {
  /** Origin under which browsers reach the pages. */
  readonly publicUrl: string;
  /** 32 bytes each: the first encrypts the cookie, all decrypt it. */
  readonly sessionKeys: readonly Buffer[];
}

const FORM = 'application/x-www-form-urlencoded';

/**
 * Lets pages have forms: their bodies, the encrypted cookie of a browser, and tokens that tell their own forms from
 * others'.
 */
export const addForms = async (server: FastifyInstance, { publicUrl, sessionKeys }: FormOptions): Promise<void> => {
  await server.register(formbody);
  // The API takes no forms: browsers send them from anywhere without asking.
  server.addHook('preValidation', (request, _reply, done) => {
    if (isApiTarget(request.originalUrl) && isForm(request.headers['content-type'])) request.body = notJson();
    done();
  });
  const secure = publicUrl.startsWith('https:');
  await server.register(secureSession, {
    key: [...sessionKeys],
    // A browser takes the prefix from this very host alone, over TLS.
    cookieName: secure ? '__Host-session' : 'session',
    expiry: IDLE_SECONDS,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: IDLE_SECONDS },
  });
  await server.register(csrfProtection, { sessionPlugin: '@fastify/secure-session', logLevel: 'debug' });
};

const isForm = (type: string | undefined): boolean => type?.trimStart().toLowerCase().startsWith(FORM) ?? false;
