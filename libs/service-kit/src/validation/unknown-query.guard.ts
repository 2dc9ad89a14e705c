import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { throwIfAny } from './violations.js';

/** Refuses parameters in the query of a route that takes none; those of the others are refused by their schemas. */
@Injectable()
export class UnknownQueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const names = Object.keys(query ?? {});
    if (names.length === 0 || takesQuery(context.getClass(), context.getHandler().name)) return true;
    throwIfAny({ invalid: names.map((parameter) => ({ parameter, code: 'unknown_parameter', detail: 'is not a parameter of this route' })) });
    return true;
  }
}

const QUERY_ARGUMENT = `${RouteParamtypes.QUERY}:`;

const takesQuery = (controller: object, handler: string): boolean => {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<string, unknown>;
  return Object.keys(args).some((key) => key.startsWith(QUERY_ARGUMENT));
};
