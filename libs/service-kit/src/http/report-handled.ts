import type { AppError } from '@cds/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { type LogLevel, type ServiceLogger } from '../log/service-logger.js';
import { traceIdOf } from '../log/trace-id.js';

/** Writes the line `http.handled` and the metric of each request. */
export const handledReporter = (logger: ServiceLogger, registry: Registry): ((request: FastifyRequest, reply: FastifyReply) => void) => {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer, by route pattern',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return (request, reply) => {
    const { method, failure, requestContext: context } = request;
    const route = request.routeOptions.url ?? 'unmatched';
    const status = reply.statusCode;
    const elapsedMs = reply.elapsedTime;
    durations.observe({ method, route, status }, elapsedMs / 1000);
    logger.event(
      'http.handled',
      {
        request_id: request.id,
        trace_id: traceIdOf(context?.traceparent ?? null),
        method,
        route,
        status,
        duration_ms: Math.round(elapsedMs * 100) / 100,
        account_id: context?.caller?.accountId,
        ...(!reply.raw.writableFinished && { aborted: true }),
        ...(failure && failureFields(failure, status)),
      },
      levelOf(status),
    );
  };
};

const levelOf = (status: number): LogLevel => (status === 500 ? 'error' : status > 500 ? 'warn' : 'info');

/** The inside of a failure, which the caller never sees; with its stack where it is a bug. */
const failureFields = (failure: AppError, status: number): Record<string, unknown> => ({
  error_code: failure.code,
  ...(failure.detail && { error_detail: failure.detail }),
  ...(status === 500 && { err: failure.cause ?? failure }),
  ...(status !== 500 && failure.cause instanceof Error && { error_cause: failure.cause.message }),
});
