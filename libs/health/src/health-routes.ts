import type { FastifyInstance } from 'fastify';
import { publicLiveness, publicReadiness } from './health-answers.js';
import type { ReadinessRegistry } from './readiness.registry.js';

const CONFIG = { open: true, quiet: true };

/** `/health/live` and `/health/ready` on the port of the API, open to all. */
export const addHealthRoutes = (server: FastifyInstance, registry: ReadinessRegistry): void => {
  server.get('/health/live', { config: CONFIG }, (_request, reply) => {
    const { status, body } = publicLiveness(registry);
    void reply.code(status).send(body);
  });
  server.get('/health/ready', { config: CONFIG }, async (_request, reply) => {
    const { status, body } = await publicReadiness(registry);
    return reply.code(status).send(body);
  });
};
