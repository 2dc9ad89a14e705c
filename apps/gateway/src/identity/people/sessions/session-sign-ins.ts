import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Prisma } from '../../../generated/client.js';
import { AdminPolicy } from '../second-factor/admin-policy.js';
import { type SignedIn, SignIns } from '../sign-ins.js';
import { isFreshAt } from './fresh-sign-in.js';
import { Sessions } from './sessions.js';

/** Who is signed in, by the session that the browser's cookie names. */
@Injectable()
export class SessionSignIns extends SignIns {
  constructor(
    private readonly sessions: Sessions,
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly adminPolicy: AdminPolicy,
  ) {
    super();
  }

  async current(request: FastifyRequest): Promise<SignedIn | null> {
    const person = await this.sessions.personOf(request);
    return person && this.signedIn(person, person.signedInAt);
  }

  isFresh({ signedInAt }: SignedIn): boolean {
    return isFreshAt(signedInAt, this.clock.now());
  }

  async person(personId: string): Promise<SignedIn | null> {
    const person = await this.prisma.person.findUnique({ where: { id: personId }, include: { account: true } });
    return person && this.signedIn(person, null);
  }

  pageFor(returnTo: string): string {
    return `/signin?${new URLSearchParams({ returnTo }).toString()}`;
  }

  private signedIn(person: PersonWithAccount, signedInAt: Date | null): SignedIn {
    return {
      personId: person.id,
      accountId: person.accountId,
      accountName: person.account.name,
      email: person.email,
      scopes: this.adminPolicy.usableScopes(person),
      signedInAt,
    };
  }
}

type PersonWithAccount = Prisma.PersonGetPayload<{ include: { account: true } }>;
