import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { FaultyBody } from './faulty-body.js';
import { takesArgument } from './takes-argument.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be of any type: the handler reads it from the request itself. */
    readsAnyBody?: boolean;
  }
}

/** Refuses a faulty body of a route whose handler would never see it; all others refuse it when they read it. */
@Injectable()
export class UnreadBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { body, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    if (
      body instanceof FaultyBody &&
      !routeOptions.config.readsAnyBody &&
      !takesArgument(context, RouteParamtypes.BODY)
    )
      throw body.error;
    return true;
  }
}
