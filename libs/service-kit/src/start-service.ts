import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createServiceApp } from './create-service-app.js';
import { closeAfterAnswers, listenInternally, ReadinessRegistry, SilentConnections } from '@cds/health';
import { ServiceLogger } from './log/service-logger.js';
import type { RunningService, ServiceOptions } from './service-options.js';

/** Builds the app, listens on `config.http` and `config.internal`, then starts its microservices. */
export const startService = async (options: ServiceOptions): Promise<RunningService> => {
  const { host, port } = options.config.http;
  const app = await createServiceApp(options);
  const registry = app.get<Registry>(Registry);
  const readiness = app.get(ReadinessRegistry);
  const logger = app.get(ServiceLogger);
  // With 10 ms, the default, a process without work wakes up a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 });
  const silent = new SilentConnections(app.getHttpServer());
  await app.init();
  await listeningAt('HOST and PORT', app.listen({ port, host }));
  const internal = await listeningAt(
    'INTERNAL_HOST and INTERNAL_PORT',
    listenInternally(options.config.internal, registry, readiness),
  );
  await app.startAllMicroservices();
  const urlOf = (listening: number): string => `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${listening}`;
  const listening = (app.getHttpServer().address() as AddressInfo).port;
  logger.event('service.listening', { url: urlOf(listening), port: listening, internal_port: internal.port });
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    readiness.drain();
    closeAfterAnswers(app.getHttpServer());
    await pause(options.config.internal.drainMs);
    await silent.endWhile(() => app.close());
    await internal.close();
    logger.event('service.stopped');
    await logger.flush();
  };
  return { app, url: urlOf(listening), internalUrl: urlOf(internal.port), stop: () => (stopped ??= stop()) };
};

/** A failure names the settings: nobody knows them by an address alone. */
const listeningAt = <T>(settings: string, listening: Promise<T>): Promise<T> =>
  listening.catch((error: Error) => {
    error.message = `${settings}: ${error.message}`;
    throw error;
  });
