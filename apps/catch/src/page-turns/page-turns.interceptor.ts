import { callerGoneSignal, digestedBody } from '@cds/service-kit';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, switchMap } from 'rxjs';
import { onceForEach } from './once-for-each.js';
import { PageTurns } from './page-turns.js';

/**
 * Has pages wait for the turns of their account, and writes them as JSON, which requests that share a page share. For
 * lists whose rows may have many kilobytes each.
 */
@Injectable()
export class PageTurnsInterceptor implements NestInterceptor {
  private readonly textOf = onceForEach((page: object) => digestedBody(JSON.stringify(page)));

  constructor(private readonly turns: PageTurns) {}

  async intercept(context: ExecutionContext, next: CallHandler<object>): Promise<Observable<unknown>> {
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
        const { body, digest } = this.textOf(page);
        reply.type(JSON_TYPE).bodyDigest = digest;
        return body;
      }),
    );
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

const closeOf = ({ raw }: FastifyReply): Promise<void> =>
  new Promise((resolve) => {
    if (raw.closed) resolve();
    else raw.once('close', resolve);
  });
