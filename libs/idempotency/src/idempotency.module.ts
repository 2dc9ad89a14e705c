import { BackgroundWork } from '@cds/work-queue';
import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { IDEMPOTENCY_HEADER } from './idempotency-key.js';
import { IdempotencyStore } from './idempotency.store.js';
import { IdempotentRequests } from './idempotent-requests.js';

/**
 * Makes routes that are marked `idempotent` answer `Idempotency-Key`. The service's database needs the table
 * `idempotency_keys`. Requests without the header take no other way than before.
 */
@Module({
  providers: [IdempotencyStore, IdempotentRequests],
  exports: [IdempotencyStore, IdempotentRequests],
})
export class IdempotencyModule {
  constructor(
    host: HttpAdapterHost,
    requests: IdempotentRequests,
    store: IdempotencyStore,
    background: BackgroundWork,
  ) {
    background.sweeper(store.sweeping);
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
}
