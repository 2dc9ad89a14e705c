import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { takesArgument } from './takes-argument.js';
import { throwIfAny } from './violations.js';

/** Refuses parameters in the query of a route that takes none; those of the others are refused by their schemas. */
@Injectable()
export class UnknownQueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const names = Object.keys(query ?? {});
    if (names.length === 0 || takesArgument(context, RouteParamtypes.QUERY)) return true;
    throwIfAny({
      invalid: names.map((parameter) => ({
        parameter,
        code: 'unknown_parameter',
        detail: 'is not a parameter of this route, which takes none',
      })),
    });
    return true;
  }
}
