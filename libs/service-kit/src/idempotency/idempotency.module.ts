import { Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { ServiceLogger } from '../log/service-logger.js';
import { RecurringTask } from '@cds/work-queue';
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
  private readonly sweeping: RecurringTask;

  constructor(host: HttpAdapterHost, requests: IdempotentRequests, store: IdempotencyStore, logger: ServiceLogger) {
    this.sweeping = new RecurringTask(
      SWEEP_EVERY_MS,
      () => store.sweep(),
      (error) => logger.warn('idempotency.not_swept', { err: error }),
    );
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
    this.sweeping.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.sweeping.stop();
  }
}
