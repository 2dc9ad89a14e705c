import type { ServiceOptions } from '@cds/service-kit';
import type { FastifyInstance } from 'fastify';
import { AppModule } from './app.module.js';
import type { GatewayConfig } from './config.js';
import { addForms } from './pages/forms.js';
import { openFrontDoor } from './proxy/front-door.js';
import { callerOf, finishOwnAnswers, OwnRoutes } from './proxy/own-routes.js';
import { Proxy } from './proxy/proxy.js';
import { addReference } from './reference/reference.js';
import type { Route } from './routing/route.js';
import { ROUTES } from './routing/routes.js';

export interface GatewayParts {
  readonly routes: readonly Route[];
  /**
   * Longest times to send the headers, and the body or, of one that is streamed, the next piece; whoever is slower is answered
   * 408 within a second.
   */
  readonly patience: { readonly headersMs: number; readonly requestMs: number };
}

/** The longest upload. */
const UPLOAD_MS = 3_600_000;

/** Of bodies that the gateway reads itself, forms and calls of its own; what goes to a service has the limit of its route. */
const MOST_BYTES = 65_536;

const PARTS: GatewayParts = { routes: ROUTES, patience: { headersMs: 10_000, requestMs: 30_000 } };

/** The gateway, ready to be run, by main.ts or by a test. */
export const gatewayService = (config: GatewayConfig, { routes, patience } = PARTS): ServiceOptions => ({
  name: 'gateway',
  module: AppModule.forRoot(config, routes, patience.requestMs),
  config,
  // There is nobody before the gateway who could say who calls: its proxy finds out.
  authentication: callerOf,
  bodyLimit: MOST_BYTES,
  fastify: serverOptions(patience),
  configure: async (app) => {
    const server = app.getHttpAdapter().getInstance() as FastifyInstance;
    await addForms(server, { publicUrl: config.http.publicUrl, sessionKeys: config.sessions.keys });
    await addReference(app);
    finishOwnAnswers(server);
    openFrontDoor(app.getHttpServer(), app.get(Proxy), app.get(OwnRoutes));
  },
});

const serverOptions = ({ headersMs }: GatewayParts['patience']): object => ({
  requestTimeout: UPLOAD_MS,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: 1_000 },
});
