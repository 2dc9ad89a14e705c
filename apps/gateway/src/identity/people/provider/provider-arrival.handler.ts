import { Clock, newId } from '@cds/service-kit';
import { AppError } from '@cds/errors';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Person } from '../../../generated/client.js';
import { insertPerson } from '../add-person.js';
import type { Origin } from '../origin.js';
import { PersonAudit } from '../person-audit.js';
import { SignInHandler } from '../sign-in/sign-in.handler.js';
import type { OutsidePerson } from './outside-person.js';
import { ProviderIdentities } from './provider-identities.js';

const LINK_WITHIN_MS = 600_000;

/** Decides who somebody is here that the outside provider knows. */
@Injectable()
export class ProviderArrivalHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly identities: ProviderIdentities,
    private readonly signIns: SignInHandler,
    private readonly audit: PersonAudit,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs them in: as the person they are linked with, or as a new one with an account. Returns the path to go on to;
   * null when their address is a person's here: an address alone links nothing, the password must be shown first.
   * Fails with `provider.email_unverified`.
   */
  async arrive(
    request: FastifyRequest,
    outside: OutsidePerson,
    origin: Origin,
    returnTo: string | null,
  ): Promise<string | null> {
    const person =
      (await this.identities.personOf(outside.subject)) ?? (await this.newPerson(request, outside, origin));
    return person && this.signIns.signIn(request, person, origin, returnTo);
  }

  /** Null when the address is a person's already. */
  private async newPerson(
    request: FastifyRequest,
    { subject, verifiedEmail: email, name }: OutsidePerson,
    origin: Origin,
  ): Promise<Person | null> {
    if (email === null) throw unverified();
    const known = await this.prisma.person.findUnique({ where: { email } });
    if (known) {
      request.session.set('pendingLink', {
        subject,
        personId: known.id,
        expiresAt: this.clock.now().getTime() + LINK_WITHIN_MS,
      });
      return null;
    }
    return this.prisma.$transaction(async (tx) => {
      const account = await tx.account.create({ data: { id: newId('account'), name: name ?? email, email } });
      const person = await insertPerson(tx, {
        accountId: account.id,
        email,
        passwordHash: null,
        emailConfirmedAt: this.clock.now(),
      });
      if (!(await this.identities.insert(person, subject, tx)))
        throw new AppError({
          code: 'resource.conflict',
          kind: 'conflict',
          message: 'Somebody else signs in like this at this very moment. Try again.',
        });
      await this.audit.record('signed_up', person, origin, tx);
      return person;
    });
  }
}

const unverified = (): AppError =>
  new AppError({
    code: 'provider.email_unverified',
    kind: 'forbidden',
    message:
      'The provider does not say that your e-mail address was verified. Have it verified there, or sign up here.',
  });
