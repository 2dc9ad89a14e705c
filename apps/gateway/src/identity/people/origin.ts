import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ClientAddress } from '../principals/client-address.js';

/** Where a request of a browser comes from, as the audit log tells it. */
export interface Origin {
  readonly address: string;
  readonly requestId: string;
}

@Injectable()
export class Origins {
  constructor(private readonly addresses: ClientAddress) {}

  of(request: FastifyRequest): Origin {
    return { address: this.addresses.of(request.raw), requestId: request.id };
  }
}
