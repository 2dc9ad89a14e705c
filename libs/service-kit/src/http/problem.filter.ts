import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, throwError } from 'rxjs';
import { appErrorOf } from './app-error-of.js';
import { problemOfFailure } from './problem-of.js';

/** Answers every error of a request as problem+json. Errors of message handlers go on to their transport. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly problemBase: string) {}

  catch(error: unknown, host: ArgumentsHost): Observable<never> | void {
    if (host.getType() !== 'http') return throwError(() => error);
    const http = host.switchToHttp();
    sendProblem(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), this.problemBase);
  }
}

/** Answers the request with the problem that `error` stands for; an answer that has already begun is cut off. */
export const sendProblem = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  problemBase: string,
): void => {
  const failure = appErrorOf(error);
  request.failure = failure;
  if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy();
  const { status, headers, body } = problemOfFailure(failure, {
    instance: pathOf(request),
    requestId: request.id,
    problemBase,
  });
  void reply.code(status).headers(headers).header('x-request-id', request.id).send(body);
};

/** As the caller knows it: the gateway answers under `/api/v1` too, and says so. */
const pathOf = ({ headers, raw: { url = '/' } }: FastifyRequest): string => {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  return headers['x-forwarded-prefix'] === '/api' ? `/api${path}` : path;
};
