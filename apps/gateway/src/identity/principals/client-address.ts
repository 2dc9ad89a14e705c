import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { Inject, Injectable } from '@nestjs/common';

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
   * The socket's address; behind a trusted proxy the nearest one in `X-Forwarded-For` that is none. An IPv4 address is
   * never written as a mapped IPv6 one.
   */
  of(request: IncomingMessage): string {
    const address = proxyAddress(request, this.isTrusted) ?? '';
    return address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
  }

  /** Whether many callers may stand behind a socket's address: a trusted proxy, or a program on this machine. */
  isProxy(address: string): boolean {
    return this.isNear(address, 0);
  }
}

const MAPPED = '::ffff:';
