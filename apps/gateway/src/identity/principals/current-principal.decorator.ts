import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { missingCredential } from './credentials.errors.js';
import type { Principal } from './principal.js';
import { principalOf } from './request-principal.js';

/** Who sends the request, and by what; `@CurrentCaller()` of the kit knows the request's id and trace. */
export const CurrentPrincipal = createParamDecorator((_data: unknown, context: ExecutionContext): Principal => {
  const principal = principalOf(context.switchToHttp().getRequest<FastifyRequest>().raw);
  if (!principal) throw missingCredential();
  return principal;
});
