import { connectConsumers } from '@cds/messaging/nest';
import type { ServiceOptions } from '@cds/service-kit';
import type { FastifyInstance } from 'fastify';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { Connections } from './edge/connections/connections.js';
import { isApiTarget } from './edge/routing/api-path.js';
import type { GatewayParts } from './gateway-parts.js';
import { SessionCookies } from './identity/people/sessions/session-cookies.js';
import { IDLE_SECONDS } from './identity/people/sessions/browser-session.js';
import { AuthorizationServer } from './identity/oauth/server/authorization-server.js';
import { addOAuthRoutes } from './identity/oauth/server/oauth-routes.js';
import { WrongSecrets } from './identity/oauth/server/wrong-secrets.js';
import { addForms } from './site/pages/forms.js';
import { openFrontDoor } from './edge/pipeline/front-door.js';
import { NothingHereFilter } from './edge/pipeline/nothing-here.js';
import { answerOtherMethods } from './edge/pipeline/other-methods.js';
import { callerOf, finishOwnAnswers, OwnRoutes, setHeaders } from './edge/pipeline/own-routes.js';
import { Pipeline } from './edge/pipeline/pipeline.js';
import { ReceiveHandler } from './site/receivers/receive/receive.handler.js';
import { ReceiverDoor } from './site/receivers/receive/receiver-door.js';
import { addReceivers } from './site/receivers/receive/receiver-routes.js';
import { addPortal } from './site/portal/portal.js';
import { addReference } from './site/reference/reference.js';
import { quotaHeaders } from './edge/rate-limits/quota.js';
import { rateLimited } from './edge/rate-limits/rate-limits.errors.js';
import { RequestLimits } from './edge/rate-limits/request-limits.js';
import { ROUTES } from './edge/routing/routes.js';

/** The longest upload. */
const UPLOAD_MS = 3_600_000;

/** Of readers. */
const STALL_MS = 10_000;

/**
 * Of bodies that the gateway reads itself (forms, and calls of its own). A body for a service has its route's limit.
 */
const MAX_BYTES = 65_536;

const PARTS: GatewayParts = { routes: ROUTES, patience: { headersMs: 10_000, requestMs: 30_000 } };

/** The gateway, ready to be run, by main.ts or by a test. */
export const gatewayService = (config: Config, parts = PARTS): ServiceOptions => ({
  name: 'gateway',
  module: AppModule.forRoot(config, parts),
  config,
  // Nobody stands before the gateway who could say who calls: its pipeline finds out.
  authentication: callerOf,
  isEdge: true,
  bodyLimit: MAX_BYTES,
  fastify: serverOptions(parts.patience),
  configure: async (app) => {
    connectConsumers(app, 'gateway', parts.groupId);
    const server = app.getHttpAdapter().getInstance() as FastifyInstance;
    app.useGlobalFilters(new NothingHereFilter(config.http.publicUrl));
    answerOtherMethods(server, config.http.publicUrl);
    app.get(SessionCookies).read = await addForms(server, {
      publicUrl: config.http.publicUrl,
      sessionKeys: config.sessions.keys,
      idleSeconds: IDLE_SECONDS,
      isApiTarget,
    });
    await addReference(app, config.http.publicUrl);
    await addPortal(server);
    addReceivers(server, {
      door: app.get(ReceiverDoor),
      handler: app.get(ReceiveHandler),
      problemBase: config.http.publicUrl,
    });
    const limits = app.get(RequestLimits);
    addOAuthRoutes(server, app.get(AuthorizationServer), config.http.publicUrl, async (request) => {
      const quota = await limits.takeFromAuthorize(request);
      return quota.isOver ? rateLimited(quota) : null;
    });
    app.get(WrongSecrets).count = async (request, response) => {
      const quota = await limits.takeFromWrongCredentials(request);
      setHeaders(response, quotaHeaders(quota));
      return quota.isOver ? rateLimited(quota) : null;
    };
    finishOwnAnswers(server);
    app.get(Connections).watch(app.getHttpServer(), parts.patience.stallMs ?? STALL_MS);
    openFrontDoor(app.getHttpServer(), app.get(Pipeline), app.get(OwnRoutes));
  },
});

const serverOptions = ({ headersMs }: GatewayParts['patience']): object => ({
  requestTimeout: UPLOAD_MS,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: 1_000, requireHostHeader: false },
});
