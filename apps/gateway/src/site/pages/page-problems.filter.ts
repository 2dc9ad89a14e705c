import { appErrorOf, problemOfFailure } from '@cds/service-kit';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'hono/html';
import { sendPage } from './page.js';

/** Answers the errors of pages as pages, with the status and the words that the API would answer. */
@Catch()
export class PageProblems implements ExceptionFilter {
  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const failure = appErrorOf(error);
    request.failure = failure;
    const { status, headers, body } = problemOfFailure(failure, { instance: request.url, requestId: request.id });
    const retryAfter = headers['retry-after'];
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    await sendPage(reply, {
      title: body.title,
      status,
      formAction: 'none',
      body: html`<p class="problem">${body.detail}</p>
        <p>Request <code>${request.id}</code></p>`,
    });
  }
}
