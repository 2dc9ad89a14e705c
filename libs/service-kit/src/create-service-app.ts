import 'reflect-metadata';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { startTracing } from '@cds/tracing';
import { scopeOfCall } from '@cds/contracts';
import { addHealthRoutes, ReadinessRegistry } from '@cds/health';
import { addCallScopes } from './http/call-scopes.js';
import { clientErrorHandler } from './http/client-error.js';
import { addEntityTags } from './http/entity-tags.js';
import { HandledRequests } from './http/handled-requests.js';
import { acceptJsonBodies, refuseUnreadable, validateRequests } from '@cds/validation';
import { ProblemFilter, sendProblem } from './http/problem.filter.js';
import { addRequestHooks, addressReader, identityReader } from './http/request-hooks.js';
import { requestIdOf } from './http/request-id.js';
import { addRequestSpans } from './http/request-spans.js';
import { addressVerifier, identityVerifier } from '@cds/identity';
import { KitModule } from './kit.module.js';
import { createLogger } from './log/create-logger.js';
import type { ServiceOptions } from './service-options.js';

const MEBIBYTE = 1_048_576;

/**
 * Builds the app of a service with all of the kit in it, `KitModule` included: not yet initialised and not listening.
 * `startService` does the rest.
 */
export const createServiceApp = async (options: ServiceOptions): Promise<NestFastifyApplication> => {
  const { name, config } = options;
  const logger = options.logger ?? (await createLogger({ name, ...config.log }));
  const registry = options.registry ?? new Registry();
  // First: what is made from here on asks whether there is tracing.
  const tracing = await startTracing({
    settings: config.tracing,
    service: name,
    isEdge: options.isEdge ?? false,
    registry,
    onExport: (failure) =>
      failure === null
        ? logger.event('tracing.exporting')
        : logger.event('tracing.failed', { reason: failure }, 'warn'),
  });
  const readiness = new ReadinessRegistry();
  readiness.onChange((failed) =>
    logger.event('readiness.changed', { failed }, Object.keys(failed).length > 0 ? 'warn' : 'info'),
  );
  const handled = new HandledRequests(logger, registry);
  const problemBase = config.http.publicUrl;
  const adapter = adapterOf(options);
  const server = adapter.getInstance<FastifyInstance>();
  acceptJsonBodies(server);
  addRequestSpans(server);
  addRequestHooks(server, {
    callerOf:
      typeof options.authentication === 'function'
        ? options.authentication
        : identityReader(identityVerifier(config.identity.secrets, name)),
    addressOf: addressReader(addressVerifier(config.identity.secrets)),
    handled,
  });
  if (typeof options.authentication !== 'function')
    addCallScopes(server, options.scopeOf ?? ((method, path) => scopeOfCall(name, method, path)));
  addEntityTags(server);
  refuseUnreadable(server, (error, request, reply) => sendProblem(error, request, reply, problemBase));
  addHealthRoutes(server, readiness);
  const root = rootModule([
    KitModule.forRoot(config, { name, logger, registry, readiness, handled, tracing }),
    options.module,
  ]);
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger,
    bodyParser: false,
    abortOnError: false,
  });
  app.useGlobalFilters(new ProblemFilter(problemBase));
  validateRequests(app);
  await options.configure?.(app);
  return app;
};

@Module({})
class ServiceModule {}

const rootModule = (imports: Required<DynamicModule>['imports']): DynamicModule => ({ module: ServiceModule, imports });

const adapterOf = ({ config, bodyLimit = MEBIBYTE, fastify }: ServiceOptions): FastifyAdapter => {
  const problemBase = config.http.publicUrl;
  return new FastifyAdapter({
    bodyLimit,
    // The longest a client may take to send a whole request; a slower one is answered 408.
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    // No app uses Nest's middleware, and without this each request would pass through its engine.
    skipMiddie: true,
    genReqId: requestIdOf,
    clientErrorHandler: clientErrorHandler(problemBase),
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(error, request, reply, problemBase),
    routerOptions: { maxParamLength: 500 },
    ...fastify,
  });
};
