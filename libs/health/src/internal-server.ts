import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { liveness, readiness } from './health-answers.js';
import { readinessMetrics } from './readiness-metrics.js';
import type { ReadinessRegistry } from './readiness.registry.js';

export interface InternalServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves `/metrics` (Prometheus), `/health/live` and `/health/ready` to operators, on a port of its own. */
export const listenInternally = async (
  at: { host: string; port: number },
  registry: Registry,
  ready: ReadinessRegistry,
): Promise<InternalServer> => {
  readinessMetrics(registry, ready);
  const server = createServer((request, response) => {
    answer(request.url ?? '/', response, registry, ready).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
  });
  server.listen(at.port, at.host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
};

const answer = async (
  url: string,
  response: ServerResponse,
  registry: Registry,
  ready: ReadinessRegistry,
): Promise<void> => {
  const path = url.split('?', 1)[0];
  if (path === '/metrics') {
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    return;
  }
  const health =
    path === '/health/live' ? liveness(ready) : path === '/health/ready' ? await readiness(ready) : undefined;
  response
    .writeHead(health?.status ?? 404, { 'content-type': 'application/json' })
    .end(JSON.stringify(health?.body ?? { status: 'unknown path' }));
};

const close = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};
