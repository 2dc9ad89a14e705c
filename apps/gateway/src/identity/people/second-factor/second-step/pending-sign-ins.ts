import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from '../../../../database/prisma.service.js';
import type { Person } from '../../../../generated/client.js';
import { hashOfSecret } from '../../../../secrets/secrets.js';

/** How long the second step of a sign-in may take. */
const PENDING_MS = 600_000;

/** Somebody who has shown a password, or came back from the outside provider. */
export type PendingPerson = Person;

/** Who has come as far as the second step of a sign-in, by the browser's encrypted cookie. */
@Injectable()
export class PendingSignIns {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
  ) {}

  /** The browser stays signed in as who it was until the second step is done. */
  begin(request: FastifyRequest, { id: personId, passwordHash }: Person): void {
    const expiresAt = this.clock.now().getTime() + PENDING_MS;
    request.session.set('pendingSignIn', { personId, passwordMark: markOf(passwordHash), expiresAt });
  }

  /** The person as they are now; null when there is no first step, or it was too long ago, or of an older password. */
  async personOf(request: FastifyRequest): Promise<Person | null> {
    const pending = request.session.get('pendingSignIn');
    if (!pending || pending.expiresAt <= this.clock.now().getTime()) return null;
    const person = await this.prisma.person.findUnique({ where: { id: pending.personId } });
    return person && markOf(person.passwordHash) === pending.passwordMark ? person : null;
  }
}

const markOf = (passwordHash: string | null): string => hashOfSecret(passwordHash ?? '');
