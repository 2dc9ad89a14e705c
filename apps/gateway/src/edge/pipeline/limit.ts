import type { AppError } from '@cds/errors';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../identity/principals/principal.js';
import type { Quota } from '../rate-limits/quota.js';
import { rateLimited } from '../rate-limits/rate-limits.errors.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import type { Stage } from './stage.js';

/**
 * Counts the request against the limit of its credential, or of its address where it has none. Runs before
 * `Authorize`, so that a refused call counts as well, and its answer says what is left.
 */
@Injectable()
export class Limit implements Stage {
  constructor(private readonly limits: RequestLimits) {}

  /** Rejects with `rate_limit.exceeded`, or `limit.account`, when the window is used up. */
  async run(request: ProxiedRequest): Promise<void> {
    const { caller, route, incoming } = request;
    if (caller && route?.isFree) this.accept(request, await this.limits.peekAtCredential(caller));
    else if (caller) await this.chargeCaller(request, caller);
    else if (request.isForReceiver) return;
    // The call that follows a preflight counts against a credential.
    else if (request.isPreflight) request.quota = await this.limits.peekAtAddress(incoming);
    else await this.chargeAddress(request);
  }

  /**
   * Counts a call with a missing or wrong credential, or from a network that the credential is not for. Rejects when
   * its address has nothing left.
   */
  async chargeStranger(request: ProxiedRequest, { code }: AppError): Promise<void> {
    const { incoming } = request;
    const taken =
      code === 'auth.missing' ? this.limits.takeFromAddress(incoming) : this.limits.takeFromWrongCredentials(incoming);
    this.accept(request, await taken);
  }

  /** What an address has left that has used up its limit of wrong credentials. */
  showStranger(request: ProxiedRequest): void {
    request.quota = this.limits.usedUpByWrongCredentials(request.incoming);
  }

  private async chargeAddress(request: ProxiedRequest): Promise<void> {
    const { incoming, isConditional, isForPageFile } = request;
    const taken = isForPageFile
      ? this.limits.takePageFile(incoming, isConditional)
      : this.limits.takeFromAddress(incoming, isConditional);
    this.charge(request, await taken);
  }

  /** The headers of the answer go on telling what the credential has left. */
  private async chargeCaller(request: ProxiedRequest, caller: Principal): Promise<void> {
    this.charge(request, await this.limits.takeFromCredential(caller, request.isConditional));
    const ofAccount = await this.limits.takeFromAccount(caller, request.isConditional);
    if (ofAccount?.isOver) throw rateLimited(ofAccount);
    if (ofAccount && request.isConditional) request.settleLater(ofAccount, this.limits);
  }

  private charge(request: ProxiedRequest, quota: Quota): void {
    this.accept(request, quota);
    if (request.isConditional) request.settleLater(quota, this.limits);
  }

  private accept(request: ProxiedRequest, quota: Quota): void {
    request.quota = quota;
    if (quota.isOver) throw rateLimited(quota);
  }
}
