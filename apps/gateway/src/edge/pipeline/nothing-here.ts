import { sendProblem } from '@cds/service-kit';
import { type ArgumentsHost, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'hono/html';
import { ENDPOINTS } from '../../identity/oauth/server/endpoints.js';
import { sendFailurePage } from '../../site/pages/failure-page.js';
import { VARY_BY_FORM, wantsPage } from '../../site/pages/wants-page.js';
import { isApiTarget } from '../routing/api-path.js';
import { RECEIVERS_PATH } from '../routing/receivers-path.js';

/** Whether a request comes from a person, and not for an address that only programs ask. */
export const isFromPerson = ({ raw, url }: FastifyRequest): boolean =>
  wantsPage(raw) && !isApiTarget(url) && !OF_PROGRAMS.some((start) => url.startsWith(start));

const OF_PROGRAMS = [
  ENDPOINTS.token,
  ENDPOINTS.revocation,
  ENDPOINTS.introspection,
  ENDPOINTS.jwks,
  ENDPOINTS.device_authorization,
  RECEIVERS_PATH,
  '/.well-known/',
  '/health/',
  '/portal/',
];

/** Answers a request that nothing here answers: to people with a page, to programs with a problem. */
export const sendNothingHere = async (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  problemBase: string,
): Promise<void> => {
  void reply.header('vary', VARY_BY_FORM);
  if (!isFromPerson(request)) return sendProblem(error, request, reply, problemBase);
  await sendFailurePage(error, request, reply, () => ({
    title: 'Page not found',
    body: html`<p>There is no page at this address.</p>
      <p><a href="/">Go to the start page</a></p>`,
  }));
};

/** Of paths that no route has, and of files that are not there. */
@Catch(NotFoundException)
export class NothingHereFilter implements ExceptionFilter {
  constructor(private readonly problemBase: string) {}

  catch(error: NotFoundException, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    return sendNothingHere(
      error,
      http.getRequest<FastifyRequest>(),
      http.getResponse<FastifyReply>(),
      this.problemBase,
    );
  }
}
