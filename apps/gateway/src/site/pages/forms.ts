import csrfProtection from '@fastify/csrf-protection';
import formbody from '@fastify/formbody';
import secureSession from '@fastify/secure-session';
import '@fastify/cookie';
import { notJson } from '@cds/validation';
import type { FastifyInstance } from 'fastify';

export interface FormOptions {
  /** Origin under which browsers reach the pages. */
  readonly publicUrl: string;
  /** 32 bytes each: the first encrypts the cookie, all decrypt it. */
  readonly sessionKeys: readonly Buffer[];
  /** Seconds after which a browser's cookie that was not used expires. */
  readonly idleSeconds: number;
  /** Whether a request target belongs to the API, which takes no forms. */
  readonly isApiTarget: (target: string) => boolean;
}

const FORM = 'application/x-www-form-urlencoded';

/** The id of the session that a `Cookie` header names; undefined where it names none that we made. */
export type ReadSession = (cookies: string) => string | undefined;

/**
 * Lets pages have forms: their bodies, the encrypted cookie of a browser, and the tokens that distinguish the forms of
 * this site from those of other sites. Resolves with what reads that cookie where Fastify does not.
 */
export const addForms = async (server: FastifyInstance, options: FormOptions): Promise<ReadSession> => {
  const { publicUrl, sessionKeys, idleSeconds, isApiTarget } = options;
  await server.register(formbody);
  // The API takes no forms: browsers send forms from any site without a preflight.
  server.addHook('preValidation', (request, _reply, done) => {
    if (isApiTarget(request.originalUrl) && isForm(request.headers['content-type'])) request.body = notJson();
    done();
  });
  const secure = publicUrl.startsWith('https:');
  const cookieName = secure ? '__Host-session' : 'session';
  await server.register(secureSession, {
    key: [...sessionKeys],
    // A browser takes the prefix from this very host alone, over TLS.
    cookieName,
    expiry: idleSeconds,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: idleSeconds },
  });
  await server.register(csrfProtection, { sessionPlugin: '@fastify/secure-session', logLevel: 'debug' });
  return (cookies) => {
    const value = server.parseCookie(cookies)[cookieName];
    return value === undefined ? undefined : server.decodeSecureSession(value)?.get('sid');
  };
};

const isForm = (type: string | undefined): boolean => type?.trimStart().toLowerCase().startsWith(FORM) ?? false;
