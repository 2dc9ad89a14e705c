import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Person } from '../../../generated/client.js';
import type { Origin } from '../origin.js';
import { PersonAudit } from '../person-audit.js';
import { ProviderIdentities } from '../provider/provider-identities.js';
import { AdminPolicy } from '../second-factor/admin-policy.js';
import { PendingSignIns } from '../second-factor/second-step/pending-sign-ins.js';
import { sessionIdOf } from '../sessions/session-id.js';
import { Sessions } from '../sessions/sessions.js';

/** Where the second step of a sign-in is. */
const SECOND_STEP = '/signin/second-factor';

/** Signs a browser in, once it is known who is before it. */
@Injectable()
export class SignInHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly sessions: Sessions,
    private readonly identities: ProviderIdentities,
    private readonly audit: PersonAudit,
    private readonly pendingSignIns: PendingSignIns,
    private readonly adminPolicy: AdminPolicy,
    private readonly clock: Clock,
  ) {}

  /**
   * After the password, or the sign-in at the outside provider: whoever has a second factor is asked for it next.
   * Returns the path to go on to.
   */
  async signIn(request: FastifyRequest, person: Person, origin: Origin, returnTo: string | null): Promise<string> {
    if (person.secondFactorSince === null) return this.finish(request, person, origin, returnTo);
    this.pendingSignIns.begin(request, person);
    return returnTo === null ? SECOND_STEP : `${SECOND_STEP}?${new URLSearchParams({ returnTo }).toString()}`;
  }

  /**
   * After the last step. Who came back from the outside provider and now proved to be the same person is linked.
   * Returns the path to go on to.
   */
  async finish(request: FastifyRequest, person: Person, origin: Origin, returnTo: string | null): Promise<string> {
    const pending = request.session.get('pendingLink');
    await this.prisma.$transaction(async (tx) => {
      await this.sessions.start(request, person, tx);
      // What the portal does is recorded under its session: this entry says whose session that is.
      const session = sessionIdOf(this.sessions.hashOf(request) ?? '');
      await this.audit.record('signed_in', person, origin, tx, { session });
    });
    if (pending?.personId === person.id && pending.expiresAt > this.clock.now().getTime())
      await this.identities.link(person, pending.subject, origin);
    if (returnTo === null && this.adminPolicy.lacksFactor(person)) return '/account/security?note=admin';
    return returnTo ?? '/account';
  }
}
