import type { IncomingMessage } from 'node:http';
import { AppError } from '@cds/errors';
import { sendProblem } from '@cds/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CORS_HEADERS } from '../../../http/fixed-headers.js';
import { oauthAway } from '../oauth-away.errors.js';
import type { AuthorizationServer } from './authorization-server.js';
import { DISCOVERY, ENDPOINTS } from './endpoints.js';
import { rememberRequest } from './fastify-request.js';

const ROUTES: readonly (readonly [path: string, ...methods: string[]])[] = [
  [DISCOVERY, 'GET', 'OPTIONS'],
  [ENDPOINTS.jwks, 'GET', 'OPTIONS'],
  [ENDPOINTS.authorization, 'GET'],
  [`${ENDPOINTS.authorization}/:uid`, 'GET'],
  [ENDPOINTS.token, 'POST', 'OPTIONS'],
  [ENDPOINTS.revocation, 'POST', 'OPTIONS'],
  [ENDPOINTS.introspection, 'POST', 'OPTIONS'],
  [ENDPOINTS.device_authorization, 'POST', 'OPTIONS'],
  [ENDPOINTS.code_verification, 'GET', 'POST'],
  [`${ENDPOINTS.code_verification}/:uid`, 'GET'],
];

/** Of each request something is stored, whoever asks: a step of a sign-in, a browser's session, or a device code. */
const STORING: ReadonlySet<string> = new Set([
  ENDPOINTS.authorization,
  ENDPOINTS.device_authorization,
  ENDPOINTS.code_verification,
]);

/** Counts a request of which something is stored; resolves with the refusal when it is one too many. */
export type CountAuthorize = (request: IncomingMessage) => Promise<AppError | null>;

/** Gives the protocol's endpoints to the OAuth server, before anybody reads a body. */
export const addOAuthRoutes = (
  app: FastifyInstance,
  server: AuthorizationServer,
  issuer: string,
  count: CountAuthorize,
): void => {
  for (const [url, ...method] of ROUTES) {
    const allow = [...new Set([...method, 'OPTIONS'])].join(', ');
    app.route({
      method,
      url,
      exposeHeadRoute: false,
      onRequest: async (request, reply) => {
        if (request.method === 'OPTIONS') {
          reply.raw.setHeader('allow', allow);
          // The library answers the questions of browsers alone.
          if (!isPreflight(request)) return reply.code(204).send();
        }
        const stores = STORING.has(url) && request.method !== 'OPTIONS';
        const counted = () => (stores ? refusalOf(request, count) : null);
        const refusal = server.isReady() ? await counted() : oauthAway();
        if (refusal === null) return handOver(request, reply, server, new URL(issuer));
        sendProblem(refusal, request, reply, new URL(issuer).origin);
        // Resolves once the answer is out, so that nothing else answers.
        return reply;
      },
      handler: () => undefined,
    });
  }
};

const isPreflight = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** What an app sends along is kept for an hour, signed in or not. */
const MAX_STATE = 1_024;
const MAX_QUERY = 8_192;

const isTooLong = ({ url }: FastifyRequest): boolean =>
  url.length > MAX_QUERY || (new URLSearchParams(url.slice(url.indexOf('?'))).get('state')?.length ?? 0) > MAX_STATE;

const refusalOf = async (request: FastifyRequest, count: CountAuthorize): Promise<AppError | null> =>
  isTooLong(request) ? tooLong : count(request.raw);

const tooLong = new AppError({
  code: 'request.invalid',
  kind: 'invalid',
  message: `The state may have ${MAX_STATE} characters, and the whole address ${MAX_QUERY}.`,
});

const handOver = (request: FastifyRequest, reply: FastifyReply, server: AuthorizationServer, issuer: URL): void => {
  reply.hijack();
  rememberRequest(request);
  const { raw } = request;
  // Addresses in answers are the issuer's, whatever host the request names.
  raw.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  raw.headers['x-forwarded-host'] = issuer.host;
  reply.raw.setHeader('x-request-id', request.id);
  // Who may read these answers from another site depends on the client.
  for (const name of Object.keys(CORS_HEADERS)) reply.raw.removeHeader(name);
  server.handle(raw, reply.raw);
};
