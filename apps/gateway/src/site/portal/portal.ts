import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wantsPage } from '../pages/wants-page.js';
import { PORTAL_FOLDER, PORTAL_PAGE, sendPortal } from './portal-page.js';
import { PORTAL_SEGMENTS } from './portal-segments.js';

const YEAR_MS = 31_536_000_000;

/** Serves the built portal: its files under `/assets/`, and its page at each of its own addresses. */
export const addPortal = async (server: FastifyInstance): Promise<void> => {
  const page = PORTAL_PAGE;
  if (!page) return;
  await server.register(staticFiles, {
    root: `${PORTAL_FOLDER}/assets`,
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    // Another content has another name.
    immutable: true,
    maxAge: YEAR_MS,
    preCompressed: true,
  });
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply | void =>
    wantsPage(request.raw) ? sendPortal(reply, page) : reply.callNotFound();
  for (const segment of PORTAL_SEGMENTS) {
    server.get(`/${segment}`, answer);
    server.get(`/${segment}/*`, answer);
  }
};
