import type { Requester } from '@cds/service-kit';
import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ClientAddress } from './client-address.js';
import { missingCredential } from './credentials.errors.js';
import type { Principal } from './principal.js';
import { principalOf } from './request-principal.js';

/** Who does something in one request of theirs, and where from: all that the audit log tells of them. */
export interface Actor extends Requester {
  readonly address: string;
  readonly credential: Principal['credential'];
}

@Injectable()
class ActorPipe implements PipeTransform<FastifyRequest, Actor> {
  constructor(private readonly addresses: ClientAddress) {}

  transform({ id, raw, requestContext, reservation }: FastifyRequest): Actor {
    const principal = principalOf(raw);
    if (!principal) throw missingCredential();
    return {
      ...principal,
      requestId: id,
      traceparent: requestContext?.traceparent ?? null,
      reservation,
      address: this.addresses.of(raw),
    };
  }
}

const RequestItself = createParamDecorator((_data: unknown, context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>(),
);

/** Who sends the request, for calls that the audit log tells of. */
export const CurrentActor = (): ParameterDecorator => RequestItself(ActorPipe);
