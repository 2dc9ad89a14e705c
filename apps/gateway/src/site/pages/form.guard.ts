import { AppError } from '@cds/errors';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Lets a form through that was sent from our own page, in the browser that opened it. Reading needs no form. */
@Injectable()
export class FormGuard implements CanActivate {
  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method === 'GET' || request.method === 'HEAD') return true;
    return new Promise((resolve, reject) => {
      // The plugin answers by itself; here its answer becomes an error, which becomes a page.
      const reply = { send: (cause: unknown) => reject(stale(cause)) } as unknown as FastifyReply;
      request.server.csrfProtection(request, reply, () => resolve(true));
    });
  }
}

const stale = (cause: unknown): AppError =>
  new AppError({
    code: 'form.stale',
    kind: 'forbidden',
    message: 'The form is out of date, or cookies are off. Open the page again and send it from there.',
    cause,
  });
