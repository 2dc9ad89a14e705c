import { randomUUID } from 'node:crypto';
import { CALL_HEADER, IDENTITY_HEADER, type Caller, type SignCall, type SignIdentity } from '@cds/identity';
import { AppError } from '@cds/errors';
import { Inject, Injectable } from '@nestjs/common';
import { SIGN_CALL, SIGN_IDENTITY } from '../../edge/pipeline/forward.js';
import type { ServiceName } from '../../edge/routing/route.js';
import { Upstreams } from '../../edge/upstreams/upstreams.js';

const PATIENCE_MS = 5_000;

/** The product itself. It owns nothing, so it reads what is public and no more. */
const PRODUCT: Caller = {
  accountId: 'acc_portal',
  accountName: 'Portal',
  credentialId: 'portal',
  scopes: ['species:read', 'leaderboards:read'],
};

/** Reads public data of the services for pages that nobody has signed in to see. */
@Injectable()
export class ServiceReader {
  constructor(
    private readonly upstreams: Upstreams,
    @Inject(SIGN_IDENTITY) private readonly sign: SignIdentity,
    @Inject(SIGN_CALL) private readonly signCall: SignCall,
  ) {}

  /** Rejects when the service is away, slow, or answers anything but success. */
  async get<T>(service: ServiceName, path: string): Promise<T> {
    const copy = this.upstreams.of(service).next([], Date.now());
    if (!copy) throw away(service);
    const requestId = randomUUID();
    const identity = this.sign(PRODUCT, { service, requestId });
    const call = this.signCall(identity, { method: 'GET', target: path });
    const { statusCode, body } = await copy.pool.request({
      method: 'GET',
      path,
      headers: { 'x-request-id': requestId, [IDENTITY_HEADER]: identity, [CALL_HEADER]: call },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (statusCode === 200) return (await body.json()) as T;
    await body.dump();
    throw away(service);
  }
}

const away = (service: ServiceName): AppError =>
  new AppError({
    code: 'service.unavailable',
    kind: 'unavailable',
    message: `The ${service} service does not answer.`,
  });
