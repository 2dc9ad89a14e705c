import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '@cds/errors';
import { problemOfFailure } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ISSUER } from '../issuer.js';
import { fastifyRequestOf } from './fastify-request.js';

/**
 * Counts a wrong credential of whoever sends a request, and says in the headers of the answer what is left; resolves
 * with the refusal when it is one too many.
 */
export type CountWrong = (request: IncomingMessage, response: ServerResponse) => Promise<AppError | null>;

/**
 * Counts clients that could not be authenticated like all other wrong credentials of their address. A right secret is
 * never counted, so it works beside wrong ones.
 */
@Injectable()
export class WrongSecrets {
  /** Set when the gateway opens. */
  count: CountWrong = () => Promise.resolve(null);

  constructor(@Inject(ISSUER) private readonly issuer: string) {}

  /** Replaces the library's answer with `auth.too_many_failures` when the request is one too many. */
  async charge(ctx: KoaContextWithOIDC): Promise<void> {
    const refusal = await this.count(ctx.req, ctx.res);
    if (!refusal) return;
    const request = fastifyRequestOf(ctx.req);
    request.failure = refusal;
    const { status, headers, body } = problemOfFailure(refusal, {
      instance: ctx.path,
      requestId: request.id,
      problemBase: new URL(this.issuer).origin,
    });
    ctx.status = status;
    ctx.body = body;
    ctx.remove('www-authenticate');
    ctx.set(headers);
  }
}
