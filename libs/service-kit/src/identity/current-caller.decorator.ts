import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { AppError } from '@cds/errors';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';

/** The verified caller of the request. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const caller = context.switchToHttp().getRequest<FastifyRequest>().requestContext?.caller;
  if (!caller) throw new AppError({ code: 'auth.identity', kind: 'unauthenticated', message: 'The request carries no valid identity.' });
  return caller;
});
