import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { Inject, Injectable } from '@nestjs/common';
import { plainAddress } from './plain-address.js';

/** Injection token of the proxies before the gateway that may say for whom they ask: addresses and CIDRs. */
export const TRUSTED_PROXIES = Symbol('TRUSTED_PROXIES');

/** Tells where a request comes from. */
@Injectable()
export class ClientAddress {
  private readonly isTrusted: (address: string, hop: number) => boolean;
  private readonly isNear: (address: string, hop: number) => boolean;

  constructor(@Inject(TRUSTED_PROXIES) proxies: readonly string[]) {
    this.isTrusted = proxyAddress.compile([...proxies]);
    this.isNear = proxyAddress.compile([...proxies, 'loopback']);
  }

  /**
   * The socket's address; behind a trusted proxy the nearest one in `X-Forwarded-For` that is none. Where a proxy wrote
   * no address, its own: whatever stands before that may be the caller's invention. As `plainAddress` spells it.
   */
  of(request: IncomingMessage): string {
    let nearest = '';
    // From the socket outwards.
    for (const [hop, written] of proxyAddress.all(request).entries()) {
      const address = plainAddress(written ?? '');
      if (address === undefined) return nearest;
      nearest = address;
      if (!this.isTrusted(address, hop)) return address;
    }
    return nearest;
  }

  /** Whether many callers may stand behind a socket's address: a trusted proxy, or a program on this machine. */
  isProxy(address: string): boolean {
    return this.isNear(address, 0);
  }
}
