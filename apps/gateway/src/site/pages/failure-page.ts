import { appErrorOf, type Problem, problemOfFailure } from '@cds/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Page, sendPage } from './page.js';

/** Answers with a page what the API would answer with the problem that `error` stands for, with the same status. */
export const sendFailurePage = async (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  pageOf: (problem: Problem) => Pick<Page, 'title' | 'body'>,
): Promise<void> => {
  const failure = appErrorOf(error);
  request.failure = failure;
  const { status, headers, body } = problemOfFailure(failure, { instance: request.url, requestId: request.id });
  const retryAfter = headers['retry-after'];
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  await sendPage(reply, { ...pageOf(body), status, formAction: 'none' });
};
