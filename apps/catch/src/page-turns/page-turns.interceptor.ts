import { callerGoneSignal } from '@cds/service-kit';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, switchMap } from 'rxjs';
import { PageTurns } from './page-turns.js';

/** Has pages wait for the turns of their account. For lists whose rows may have many kilobytes each. */
@Injectable()
export class PageTurnsInterceptor implements NestInterceptor {
  constructor(private readonly turns: PageTurns) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const { requestContext } = http.getRequest<FastifyRequest>();
    const accountId = requestContext?.caller?.accountId;
    if (accountId === undefined) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    const [answered, signal] = [closeOf(reply), callerGoneSignal(reply)];
    await this.turns.read(accountId, answered, signal);
    return next.handle().pipe(
      switchMap(async (page) => {
        await this.turns.send(accountId, page, answered, signal);
        return page;
      }),
    );
  }
}

const closeOf = ({ raw }: FastifyReply): Promise<void> =>
  new Promise((resolve) => {
    if (raw.closed) resolve();
    else raw.once('close', resolve);
  });
