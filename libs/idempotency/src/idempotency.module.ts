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
    // Asynchronous hooks, and no callbacks in `then`: Fastify answers what fails behind them, too.
    server.addHook('preHandler', async (request, reply) => {
      if (request.headers[IDEMPOTENCY_HEADER] === undefined) return;
      if (await requests.begin(request, reply)) return reply;
    });
    server.addHook('onSend', async (request, reply, payload) => {
      if (request.reservation) await requests.end(request, reply);
      return payload;
    });
  }
}
