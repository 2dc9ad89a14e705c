import { Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { ServiceLogger } from '../log/service-logger.js';
import { IDEMPOTENCY_HEADER } from './idempotency-key.js';
import { IdempotencyStore } from './idempotency.store.js';
import { IdempotentRequests } from './idempotent-requests.js';

const SWEEP_EVERY_MS = 60_000;

/**
 * Makes routes that are marked `idempotent` answer `Idempotency-Key`. The service's database needs the table
 * `idempotency_keys`. Requests without the header take no other way than before.
 */
@Module({
  providers: [IdempotencyStore, IdempotentRequests],
  exports: [IdempotencyStore, IdempotentRequests],
})
export class IdempotencyModule implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();

  constructor(
    host: HttpAdapterHost,
    requests: IdempotentRequests,
    private readonly store: IdempotencyStore,
    private readonly logger: ServiceLogger,
  ) {
    const server = host.httpAdapter.getInstance<FastifyInstance>();
    server.decorateRequest('reservation', null);
    server.addHook('preHandler', (request, reply, done) => {
      if (request.headers[IDEMPOTENCY_HEADER] === undefined) return done();
      requests.begin(request, reply).then((isAnswered) => (isAnswered ? undefined : done()), done);
    });
    server.addHook('onSend', (request, reply, payload, done) => {
      if (!request.reservation) return done(null, payload);
      requests.end(request, reply).then(() => done(null, payload), done);
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweeping = this.sweeping.then(() => this.sweep());
    }, SWEEP_EVERY_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  private async sweep(): Promise<void> {
    await this.store.sweep().catch((error: unknown) => this.logger.warn('idempotency.not_swept', { err: error }));
  }
}
