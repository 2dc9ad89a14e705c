import { once } from 'node:events';
import { callerGoneSignal } from '@cds/service-kit';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defer, type Observable, switchMap } from 'rxjs';
import { PageTurns } from './page-turns.js';

/** Has pages wait for the turns of their account. For lists whose rows may have many kilobytes each. */
@Injectable()
export class PageTurnsInterceptor implements NestInterceptor {
  constructor(private readonly turns: PageTurns) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const { requestContext } = http.getRequest<FastifyRequest>();
    const accountId = requestContext?.caller?.accountId;
    if (accountId === undefined) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    const [answered, signal] = [closeOf(reply), callerGoneSignal(reply)];
    return defer(() => this.turns.read(accountId, answered, signal)).pipe(
      switchMap(() => next.handle()),
      switchMap(async (page) => {
        await this.turns.send(accountId, page, answered, signal);
        return page;
      }),
    );
  }
}

const closeOf = async ({ raw }: FastifyReply): Promise<void> => {
  if (!raw.closed) await once(raw, 'close');
};
