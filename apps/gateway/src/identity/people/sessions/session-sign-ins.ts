import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Prisma } from '../../../generated/client.js';
import { knownScopes } from '../scopes-of-people.js';
import { type SignedIn, SignIns } from '../sign-ins.js';
import { Sessions } from './sessions.js';

/** Who is signed in, by the session that the browser's cookie names. */
@Injectable()
export class SessionSignIns extends SignIns {
  constructor(
    private readonly sessions: Sessions,
    private readonly prisma: PrismaService,
  ) {
    super();
  }

  async current(request: FastifyRequest): Promise<SignedIn | null> {
    return signedIn(await this.sessions.personOf(request));
  }

  async person(personId: string): Promise<SignedIn | null> {
    return signedIn(await this.prisma.person.findUnique({ where: { id: personId }, include: { account: true } }));
  }

  pageFor(returnTo: string): string {
    return `/signin?${new URLSearchParams({ returnTo }).toString()}`;
  }
}

const signedIn = (person: Prisma.PersonGetPayload<{ include: { account: true } }> | null): SignedIn | null =>
  person && {
    personId: person.id,
    accountId: person.accountId,
    accountName: person.account.name,
    email: person.email,
    scopes: knownScopes(person.scopes),
  };
