import { Controller, Delete, Get, HttpCode, Param, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { sessionEnded } from '../../principals/credentials.errors.js';
import { AccessQuery } from '../access/access.query.js';
import { EndAccessHandler } from '../access/end-access.handler.js';
import { Origins } from '../origin.js';
import { sessionIdOf } from '../sessions/session-id.js';
import { Sessions, type SignedInPerson } from '../sessions/sessions.js';
import { PortalGuard } from './portal.guard.js';

interface SessionView {
  readonly id: string;
  readonly user_agent: string | null;
  readonly address: string | null;
  readonly signed_in_at: string;
  readonly seen_at: string;
  /** The browser that asks. */
  readonly is_current: boolean;
}

/** Where a person is signed in, for the account's page of the portal. */
@Controller('portal/sessions')
@UseGuards(PortalGuard)
export class PortalAccessHttp {
  constructor(
    private readonly sessions: Sessions,
    private readonly access: AccessQuery,
    private readonly handler: EndAccessHandler,
    private readonly origins: Origins,
  ) {}

  @Get()
  async list(@Req() request: FastifyRequest): Promise<{ data: SessionView[] }> {
    const person = await this.person(request);
    const own = this.sessions.hashOf(request);
    const { sessions } = await this.access.of(person.id);
    return {
      data: sessions.map(({ id: hash, userAgent, address, signedInAt, seenAt }) => ({
        id: sessionIdOf(hash),
        user_agent: userAgent,
        address,
        signed_in_at: signedInAt.toISOString(),
        seen_at: seenAt.toISOString(),
        is_current: hash === own,
      })),
    };
  }

  /** Signs out every other browser. */
  @Delete()
  @HttpCode(204)
  async endOthers(@Req() request: FastifyRequest): Promise<void> {
    const kept = this.sessions.hashOf(request) ?? '';
    await this.handler.endSessions(await this.person(request), { kept }, this.origins.of(request));
  }

  @Delete(':id')
  @HttpCode(204)
  async end(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    const person = await this.person(request);
    const { sessions } = await this.access.of(person.id);
    const hash = sessions.find((session) => sessionIdOf(session.id) === id)?.id;
    if (hash !== undefined) await this.handler.endSessions(person, { id: hash }, this.origins.of(request));
  }

  private async person(request: FastifyRequest): Promise<SignedInPerson> {
    const person = await this.sessions.personOf(request);
    if (!person) throw sessionEnded();
    return person;
  }
}
