import { sendProblem } from '@cds/service-kit';
import type { FastifyInstance } from 'fastify';
import { isApiTarget } from '../routing/api-path.js';
import { OwnPaths } from '../routing/own-paths.js';
import { methodNotAllowed } from '../routing/routing.errors.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refuses a method that its path does not take, in words of its own. */
    refuses?: true;
  }
}

/**
 * Answers requests for pages and endpoints of the gateway by methods that these do not take, as the pipeline does for
 * the API: `OPTIONS` with those that they take, all others with a 405. Call it before there are any routes.
 */
export const answerOtherMethods = (server: FastifyInstance, problemBase: string): void => {
  const paths = new OwnPaths();
  server.addHook('onRoute', ({ url, method, config }) => {
    if (!isApiTarget(url) && !config?.refuses) paths.add(url, [method].flat());
  });
  server.addHook('onRequest', async (request, reply) => {
    const allow = request.is404 ? paths.allowAt(request.url.split('?', 1)[0] ?? '') : undefined;
    if (allow === undefined) return;
    void reply.header('allow', allow);
    if (request.method === 'OPTIONS') void reply.code(204).send();
    else sendProblem(methodNotAllowed(request.method, allow), request, reply, problemBase);
    return reply;
  });
};
