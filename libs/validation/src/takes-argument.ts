import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';

/** An argument of a handler, as `@Query`, `@Body` and the like describe it. */
interface Argument {
  readonly schema?: unknown;
}

/** The arguments with `@Query`, `@Body` or the like of the handler of a request. */
export const argumentsOf = (context: ExecutionContext, kind: RouteParamtypes): readonly Argument[] => {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ??
    {}) as Readonly<Record<string, Argument>>;
  return Object.entries(args).flatMap(([key, argument]) => (key.startsWith(`${kind}:`) ? [argument] : []));
};

export const takesArgument = (context: ExecutionContext, kind: RouteParamtypes): boolean =>
  argumentsOf(context, kind).length > 0;
