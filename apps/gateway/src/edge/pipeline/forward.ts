import type { Duplex } from 'node:stream';
import type { SignAddress, SignCall, SignIdentity } from '@cds/identity';
import { Inject, Injectable } from '@nestjs/common';
import { ClientAddress } from '../../identity/principals/client-address.js';
import { Forwarding } from '../forwarding/forwarding.js';
import { LargeBodies } from '../forwarding/large-bodies.js';
import { readBody } from '../forwarding/read-body.js';
import { requestHeaders } from '../forwarding/request-headers.js';
import { streamBody } from '../forwarding/stream-body.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import type { Route, ServiceName } from '../routing/route.js';
import { Upstreams } from '../upstreams/upstreams.js';
import { BODY_MS } from './admit.js';
import type { Stage } from './stage.js';

/** Injection token of the function that signs who calls. */
export const SIGN_IDENTITY = Symbol('SIGN_IDENTITY');

/** Injection token of the function that signs what is called. */
export const SIGN_CALL = Symbol('SIGN_CALL');

/** Injection token of the function that signs where a request came from. */
export const SIGN_ADDRESS = Symbol('SIGN_ADDRESS');

const READS = ['GET', 'HEAD'];

/** Sends a call to the service that owns its route; calls of the gateway's own are left to `Answer`. */
@Injectable()
export class Forward implements Stage {
  constructor(
    private readonly upstreams: Upstreams,
    @Inject(SIGN_IDENTITY) private readonly sign: SignIdentity,
    @Inject(SIGN_CALL) private readonly signCall: SignCall,
    private readonly addresses: ClientAddress,
    @Inject(SIGN_ADDRESS) private readonly signAddress: SignAddress,
    @Inject(BODY_MS) private readonly bodyMs: number,
    private readonly largeBodies: LargeBodies,
  ) {}

  /** Resolves when the service's answer has begun; rejects when no copy of the service answers. */
  async run(request: ProxiedRequest): Promise<void> {
    const { route, caller } = request;
    if (!route || route.service === 'gateway') return;
    // The stages before may have waited: of a request that is closed already, no event tells that it ends.
    if (request.isOver) return;
    const { service } = route;
    const body = await this.bodyOf(request, route);
    const send = async (): Promise<void> => {
      if (request.isOver) return;
      const headers = this.headersOf(request, service);
      await new Forwarding({ request, route, upstream: this.upstreams.of(service), headers, body }).answered();
    };
    await (caller ? this.largeBodies.inTurn(caller.accountId, body, send) : send());
  }

  private headersOf(request: ProxiedRequest, service: ServiceName): string[] {
    const { caller, requestId } = request;
    const identity = caller && this.sign(caller, { service, requestId });
    const call = identity === undefined ? undefined : this.callOf(request, identity);
    return requestHeaders(request, { identity, call, address: this.addressOf(request) });
  }

  /** Whoever reads the identity on its way can repeat this call with it, and no other. */
  private callOf({ method, target }: ProxiedRequest, identity: string): string {
    return this.signCall(identity, { method, target: target.path + target.query });
  }

  /** A change may have an entry in the audit log, with the address; a read needs none. */
  private addressOf({ caller, incoming, method, requestId }: ProxiedRequest): string | undefined {
    if (!caller || READS.includes(method)) return undefined;
    return this.signAddress(this.addresses.of(incoming), requestId);
  }

  private async bodyOf({ incoming }: ProxiedRequest, { bodyLimit }: Route): Promise<Buffer | Duplex | null> {
    if (bodyLimit === 0) return null;
    return bodyLimit === 'streamed' ? streamBody(incoming, this.bodyMs) : readBody(incoming, bodyLimit);
  }
}
