import type { ServiceOptions } from '@cds/service-kit';
import type { DynamicModule, Type } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { AuthorizationServer } from './identity/oauth/server/authorization-server.js';
import { addOAuthRoutes } from './identity/oauth/server/oauth-routes.js';
import { addForms } from './site/pages/forms.js';
import { openFrontDoor } from './edge/pipeline/front-door.js';
import { callerOf, finishOwnAnswers, OwnRoutes } from './edge/pipeline/own-routes.js';
import { Proxy } from './edge/pipeline/pipeline.js';
import { addReference } from './site/reference/reference.js';
import type { Route } from './edge/routing/route.js';
import { ROUTES } from './edge/routing/routes.js';

export interface GatewayParts {
  readonly routes: readonly Route[];
  /**
   * Longest times to send the headers, and the body or, of one that is streamed, the next piece; whoever is slower is
   * answered
   * 408 within a second.
   */
  readonly patience: { readonly headersMs: number; readonly requestMs: number };
  /** Exports the `SignIns` that the OAuth server asks; unless told, the people's own are asked. */
  readonly people?: Type | DynamicModule | undefined;
}

/** The longest upload. */
const UPLOAD_MS = 3_600_000;

/**
 * Of bodies that the gateway reads itself, forms and calls of its own; what goes to a service has the limit of its
 * route.
 */
const MAX_BYTES = 65_536;

const PARTS: GatewayParts = { routes: ROUTES, patience: { headersMs: 10_000, requestMs: 30_000 } };

/** The gateway, ready to be run, by main.ts or by a test. */
export const gatewayService = (config: Config, parts = PARTS): ServiceOptions => ({
  name: 'gateway',
  module: AppModule.forRoot(config, parts),
  config,
  // There is nobody before the gateway who could say who calls: its proxy finds out.
  authentication: callerOf,
  bodyLimit: MAX_BYTES,
  fastify: serverOptions(parts.patience),
  configure: async (app) => {
    const server = app.getHttpAdapter().getInstance() as FastifyInstance;
    await addForms(server, { publicUrl: config.http.publicUrl, sessionKeys: config.sessions.keys });
    await addReference(app);
    addOAuthRoutes(server, app.get(AuthorizationServer), config.http.publicUrl);
    finishOwnAnswers(server);
    openFrontDoor(app.getHttpServer(), app.get(Proxy), app.get(OwnRoutes));
  },
});

const serverOptions = ({ headersMs }: GatewayParts['patience']): object => ({
  requestTimeout: UPLOAD_MS,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: 1_000 },
});
