import { Injectable } from '@nestjs/common';
import { AuditTally } from '../../identity/audit-log/audit-tally.js';
import { SignInAge } from '../../identity/people/sessions/sign-in-age.js';
import { ClientAddress } from '../../identity/principals/client-address.js';
import { scopesMissing, staleSignIn } from '../../identity/principals/credentials.errors.js';
import { rememberPrincipal } from '../../identity/principals/request-principal.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import { ANY_SCOPE } from '../routing/route.js';
import { methodNotAllowed, noSuchRoute } from '../routing/routing.errors.js';
import type { Stage } from './stage.js';

/**
 * Refuses calls that have no route, callers without the scope of their route, and those who would have to sign in
 * again. Controllers know the caller from
 * here on, and not before.
 */
@Injectable()
export class Authorize implements Stage {
  constructor(
    private readonly refusals: AuditTally,
    private readonly addresses: ClientAddress,
    private readonly signIns: SignInAge,
  ) {}

  async run(request: ProxiedRequest): Promise<void> {
    const { isApiCall, isPreflight, matched, route, caller, method } = request;
    if (!isApiCall || isPreflight) return;
    if (!matched) throw noSuchRoute(request.target.path);
    if (!route) throw methodNotAllowed(method, matched.allow);
    if (!caller) return;
    const { scope } = route;
    if (scope !== null && scope !== ANY_SCOPE && !caller.scopes.includes(scope)) {
      const { accountId, credentialId: targetId } = caller;
      const address = this.addresses.of(request.incoming);
      this.refusals.note({ action: 'access.refused', accountId, targetId, address, reason: `lacks ${scope}` });
      throw scopesMissing([scope]);
    }
    if (route.needsFreshSignIn && !this.signIns.isFresh(caller)) throw staleSignIn();
    rememberPrincipal(request.incoming, caller);
  }
}
