import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { AppError } from '@cds/errors';
import type { FastifyRequest } from 'fastify';
import type { Requester } from './requester.js';

/** The verified caller of the request, with its id and trace. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Requester => {
  const { requestContext: request, reservation } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!request?.caller)
    throw new AppError({
      code: 'auth.identity',
      kind: 'unauthenticated',
      message: 'The request carries no valid identity.',
    });
  return {
    ...request.caller,
    requestId: request.requestId,
    traceparent: request.traceparent,
    address: request.address,
    ...(reservation && { reservation }),
  };
});
