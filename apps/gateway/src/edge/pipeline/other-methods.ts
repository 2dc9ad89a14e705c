import type { FastifyInstance, FastifyRequest } from 'fastify';
import { VARY_BY_FORM } from '../../site/pages/wants-page.js';
import { isApiTarget } from '../routing/api-path.js';
import { OwnPaths } from '../routing/own-paths.js';
import { methodNotAllowed } from '../routing/routing.errors.js';
import { isFromPerson, sendNothingHere } from './nothing-here.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refuses a method that its path does not take, in words of its own. */
    refuses?: true;
  }
}

/**
 * Answers requests for pages and endpoints of the gateway by methods that these do not take, as the pipeline does for
 * the API: `OPTIONS` with those that they take, all others with a 405. Sends people on to a page whose path they end
 * with a slash. Call it before there are any routes.
 */
export const answerOtherMethods = (server: FastifyInstance, problemBase: string): void => {
  const paths = new OwnPaths();
  server.addHook('onRoute', ({ url, method, config }) => {
    if (!isApiTarget(url) && !config?.refuses) paths.add(url, [method].flat());
  });
  server.addHook('onRequest', async (request, reply) => {
    const { path, query } = partsOf(request);
    if (!request.is404 && !path.endsWith('/')) return;
    const allow = paths.allowAt(path);
    const page = path.replace(/\/$/, '');
    if (allow === undefined && isPage(request, paths.allowAt(page)))
      return reply.header('vary', VARY_BY_FORM).redirect(page + query, 308);
    if (allow === undefined || !request.is404) return;
    void reply.header('allow', allow);
    if (request.method === 'OPTIONS') void reply.code(204).send();
    else await sendNothingHere(methodNotAllowed(request.method, allow), request, reply, problemBase);
    return reply;
  });
};

const partsOf = ({ url }: FastifyRequest): { path: string; query: string } => {
  const [path = ''] = url.split('?', 1);
  return { path, query: url.slice(path.length) };
};

const isPage = (request: FastifyRequest, allow = ''): boolean =>
  request.method === 'GET' && allow.includes('GET') && isFromPerson(request);
