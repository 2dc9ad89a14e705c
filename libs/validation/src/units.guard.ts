import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PARSE_OPTIONS } from './issue-detail.js';
import { knownNamesAt } from './known-names.js';
import { argumentsOf } from './takes-argument.js';
import { throwIfAny } from './violations.js';
import { violationsOf } from './violations-of.js';

/** The units in which measures are answered. */
export const UNITS = ['imperial', 'metric'] as const;

/**
 * Takes `units` from the query of a read whose schema does not know it, because its answer has no measures: a client
 * may send it with every read. Another value than one of `UNITS` is refused there too.
 */
@Injectable()
export class UnitsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, query } = context.switchToHttp().getRequest<FastifyRequest>();
    if (method !== 'GET' && method !== 'HEAD') return true;
    const parameters = query as Record<string, unknown> | undefined;
    if (parameters?.['units'] === undefined || readsUnits(context)) return true;
    const result = sent.safeParse({ units: parameters['units'] }, PARSE_OPTIONS);
    if (!result.success) throwIfAny({ invalid: violationsOf(result.error.issues, { in: 'query' }) });
    delete parameters['units'];
    return true;
  }
}

const sent = z.strictObject({ units: z.enum(UNITS) });

/** An argument without a schema reads the query by itself. */
const readsUnits = (context: ExecutionContext): boolean =>
  argumentsOf(context, RouteParamtypes.QUERY).some(
    ({ schema }) => !(schema instanceof z.ZodType) || knownNamesAt(schema, []).names.includes('units'),
  );
