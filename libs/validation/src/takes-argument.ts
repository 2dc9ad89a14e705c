import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';

/** Whether the handler of a request has an argument with `@Query`, `@Body` or the like. */
export const takesArgument = (context: ExecutionContext, kind: RouteParamtypes): boolean => {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ??
    {}) as Record<string, unknown>;
  return Object.keys(args).some((key) => key.startsWith(`${kind}:`));
};
