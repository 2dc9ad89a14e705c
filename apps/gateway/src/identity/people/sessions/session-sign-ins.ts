import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Prisma } from '../../../generated/client.js';
import { knownScopes } from '../scopes-of-people.js';
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
  ) {
    super();
  }

  async current(request: FastifyRequest): Promise<SignedIn | null> {
    const person = await this.sessions.personOf(request);
    return person && signedIn(person, person.signedInAt);
  }

  isFresh({ signedInAt }: SignedIn): boolean {
    return isFreshAt(signedInAt, this.clock.now());
  }

  async person(personId: string): Promise<SignedIn | null> {
    const person = await this.prisma.person.findUnique({ where: { id: personId }, include: { account: true } });
    return person && signedIn(person, null);
  }

  pageFor(returnTo: string): string {
    return `/signin?${new URLSearchParams({ returnTo }).toString()}`;
  }
}

type PersonWithAccount = Prisma.PersonGetPayload<{ include: { account: true } }>;

const signedIn = (person: PersonWithAccount, signedInAt: Date | null): SignedIn => ({
  personId: person.id,
  accountId: person.accountId,
  accountName: person.account.name,
  email: person.email,
  scopes: knownScopes(person.scopes),
  signedInAt,
});
