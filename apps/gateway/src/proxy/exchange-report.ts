import type { AppError } from '@cds/errors';
import { ServiceLogger } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { Histogram, Registry } from 'prom-client';
import type { Exchange } from './exchange.js';

/** The one wide line `http.handled` about each exchange, and its duration in the metric that every service has. */
@Injectable()
export class ExchangeReport {
  constructor(
    private readonly logger: ServiceLogger,
    private readonly registry: Registry,
  ) {}

  write(exchange: Exchange): void {
    const { method, route, caller, failure, response, target, traceparent, tried } = exchange;
    const status = response.statusCode;
    const elapsedMs = performance.now() - exchange.startedAt;
    const pattern = route?.path ?? 'unmatched';
    this.durations()?.observe({ method, route: pattern, status }, elapsedMs / 1_000);
    this.logger.event(
      'http.handled',
      {
        request_id: exchange.requestId,
        trace_id: traceparent.slice(3, 35),
        method,
        route: pattern,
        status,
        duration_ms: Math.round(elapsedMs * 100) / 100,
        account_id: caller?.accountId,
        credential_id: caller?.credentialId,
        upstream: tried.at(-1)?.origin,
        ...(tried.length > 1 && { attempts: tried.length }),
        ...(!route && { path: target.path.slice(0, 200) }),
        ...(!response.writableFinished && { aborted: true }),
        ...(failure && failureFields(failure, status)),
      },
      status === 500 ? 'error' : status > 500 ? 'warn' : 'info',
    );
  }

  private durations(): Histogram<'method' | 'route' | 'status'> | undefined {
    const metric = this.registry.getSingleMetric('http_request_duration_seconds');
    return metric instanceof Histogram ? metric : undefined;
  }
}

/** The inside of a failure, which the caller never sees. */
const failureFields = (failure: AppError, status: number): Record<string, unknown> => ({
  error_code: failure.code,
  ...(failure.detail && { error_detail: failure.detail }),
  ...(status === 500 && { err: failure.cause ?? failure }),
  ...(status !== 500 && failure.cause instanceof Error && { error_cause: failure.cause.message }),
});
