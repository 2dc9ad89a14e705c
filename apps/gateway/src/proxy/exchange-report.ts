import type { AppError } from '@cds/errors';
import { type LogLevel, ServiceLogger } from '@cds/service-kit';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Histogram, Registry } from 'prom-client';
import type { Exchange } from './exchange.js';

const WRITE_AFTER_MS = 50;

/**
 * The one wide line `http.handled` about each exchange, and its duration in the metric that every service has. They are
 * written up to 50 ms later, many at a time: in one go a line costs a fraction of what it costs between two requests, and
 * that is a tenth of the work of the gateway.
 */
@Injectable()
export class ExchangeReport implements OnApplicationShutdown {
  private waiting: Handled[] = [];
  private readonly timers = new Map<string, Timer>();

  constructor(
    private readonly logger: ServiceLogger,
    private readonly registry: Registry,
  ) {}

  add(exchange: Exchange): void {
    if (this.waiting.push(handled(exchange)) === 1) setTimeout(() => this.write(), WRITE_AFTER_MS);
  }

  onApplicationShutdown(): void {
    this.write();
  }

  private write(): void {
    const batch = this.waiting;
    this.waiting = [];
    for (const { line, elapsedMs } of batch) {
      this.timerOf(line)?.observe(elapsedMs / 1_000);
      this.logger.event('http.handled', line, levelOf(line.status));
    }
  }

  /** Kept, since to find it among the metric's labels is a measurable part of a request. */
  private timerOf({ method, route, status }: Line): Timer | undefined {
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

interface Line extends Record<string, unknown> {
  method: string;
  route: string;
  status: number;
}

interface Handled {
  readonly line: Line;
  readonly elapsedMs: number;
}

/** The metric that the service kit keeps for requests that Fastify answers. */
const HTTP_DURATIONS = 'http_request_duration_seconds';

type Timer = ReturnType<Histogram['labels']>;

const handled = (exchange: Exchange): Handled => {
  const { response, failure } = exchange;
  const elapsedMs = performance.now() - exchange.startedAt;
  const line: Line = {
    request_id: exchange.requestId,
    trace_id: exchange.traceparent.slice(3, 35),
    method: exchange.method,
    route: exchange.route?.path ?? 'unmatched',
    status: response.statusCode,
    duration_ms: Math.round(elapsedMs * 100) / 100,
    account_id: exchange.caller?.accountId,
    credential_id: exchange.caller?.credentialId,
    upstream: exchange.tried.at(-1)?.origin,
  };
  if (exchange.tried.length > 1) line['attempts'] = exchange.tried.length;
  if (!exchange.route) line['path'] = exchange.target.path.slice(0, 200);
  if (!response.writableFinished) line['aborted'] = true;
  if (failure) Object.assign(line, failureFields(failure, line.status));
  return { line, elapsedMs };
};

/** The inside of a failure, which the caller never sees. */
const failureFields = (failure: AppError, status: number): Record<string, unknown> => ({
  error_code: failure.code,
  ...(failure.detail && { error_detail: failure.detail }),
  ...(status === 500 && { err: failure.cause ?? failure }),
  ...(status !== 500 && failure.cause instanceof Error && { error_cause: failure.cause.message }),
});

const levelOf = (status: number): LogLevel => (status === 500 ? 'error' : status > 500 ? 'warn' : 'info');
