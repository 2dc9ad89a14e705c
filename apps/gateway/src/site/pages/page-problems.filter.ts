import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'hono/html';
import { sendFailurePage } from './failure-page.js';

/** Answers the errors of pages as pages, with the status and the words that the API would answer. */
@Catch()
export class PageProblems implements ExceptionFilter {
  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    await sendFailurePage(error, request, reply, ({ title, detail }) => ({
      title,
      body: html`<p class="problem">${detail}</p>
        <p>Request <code>${request.id}</code></p>`,
    }));
  }
}
