import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Person } from '../../../generated/client.js';
import type { Origin } from '../origin.js';
import { PersonAudit } from '../person-audit.js';
import { ProviderIdentities } from '../provider/provider-identities.js';
import { Sessions } from '../sessions/sessions.js';

/** Signs a browser in, once it is known who is before it. */
@Injectable()
export class SignInHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly sessions: Sessions,
    private readonly identities: ProviderIdentities,
    private readonly audit: PersonAudit,
    private readonly clock: Clock,
  ) {}

  /** Who came back from the outside provider and now showed the password of the same person is linked. */
  async signIn(request: FastifyRequest, person: Person, origin: Origin): Promise<void> {
    const pending = request.session.get('pendingLink');
    await this.prisma.$transaction(async (tx) => {
      await this.sessions.start(request, person, tx);
      await this.audit.record('signed_in', person, origin, tx);
    });
    if (pending?.personId !== person.id || pending.expiresAt <= this.clock.now().getTime()) return;
    await this.identities.link(person, pending.subject, origin);
  }
}
