import type { AppError } from '@cds/errors';
import { ServiceLogger } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { Histogram, Registry } from 'prom-client';
import type { Exchange } from './exchange.js';

/** The one wide line `http.handled` about each exchange, and its duration in the metric that every service has. */
@Injectable()
export class ExchangeReport {
  private readonly timers = new Map<string, Timer>();

  constructor(
    private readonly logger: ServiceLogger,
    private readonly registry: Registry,
  ) {}

  write(exchange: Exchange): void {
    const { method, response, failure } = exchange;
    const { statusCode: status } = response;
    const route = exchange.route?.path ?? 'unmatched';
    const elapsedMs = performance.now() - exchange.startedAt;
    this.timerOf(method, route, status)?.observe(elapsedMs / 1_000);
    const line: Record<string, unknown> = {
      request_id: exchange.requestId,
      trace_id: exchange.traceparent.slice(3, 35),
      method,
      route,
      status,
      duration_ms: Math.round(elapsedMs * 100) / 100,
      account_id: exchange.caller?.accountId,
      credential_id: exchange.caller?.credentialId,
      upstream: exchange.tried.at(-1)?.origin,
    };
    if (exchange.tried.length > 1) line['attempts'] = exchange.tried.length;
    if (!exchange.route) line['path'] = exchange.target.path.slice(0, 200);
    if (!response.writableFinished) line['aborted'] = true;
    if (failure) Object.assign(line, failureFields(failure, status));
    this.logger.event('http.handled', line, status === 500 ? 'error' : status > 500 ? 'warn' : 'info');
  }

  /** Kept, since to find it among the metric's labels is a measurable part of a request. */
  private timerOf(method: string, route: string, status: number): Timer | undefined {
    const key = `${method} ${route} ${status}`;
    const known = this.timers.get(key);
    if (known) return known;
    const metric = this.registry.getSingleMetric(HTTP_DURATIONS);
    if (!(metric instanceof Histogram)) return undefined;
    const timer = metric.labels({ method, route, status });
    this.timers.set(key, timer);
    return timer;
  }
}

/** The metric that the service kit keeps for requests that Fastify answers. */
const HTTP_DURATIONS = 'http_request_duration_seconds';

type Timer = ReturnType<Histogram['labels']>;

/** The inside of a failure, which the caller never sees. */
const failureFields = (failure: AppError, status: number): Record<string, unknown> => ({
  error_code: failure.code,
  ...(failure.detail && { error_detail: failure.detail }),
  ...(status === 500 && { err: failure.cause ?? failure }),
  ...(status !== 500 && failure.cause instanceof Error && { error_cause: failure.cause.message }),
});
