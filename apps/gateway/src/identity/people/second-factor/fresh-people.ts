import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFreshAt } from '../sessions/fresh-sign-in.js';
import { Sessions, type SignedInPerson } from '../sessions/sessions.js';

/** Lets those on who signed in lately, with their second factor if they have one: a stolen session changes nothing. */
@Injectable()
export class FreshPeople {
  constructor(
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  /** Who is signed in; null when the browser was sent to sign in first, from where it comes back to `returnTo`. */
  async of(request: FastifyRequest, reply: FastifyReply, returnTo: string): Promise<SignedInPerson | null> {
    const person = await this.sessions.personOf(request);
    if (person && isFreshAt(person.signedInAt, this.clock.now())) return person;
    const query = new URLSearchParams({ returnTo, ...(person && { note: 'confirm' }) });
    await reply.redirect(`/signin?${query.toString()}`, 303);
    return null;
  }
}
