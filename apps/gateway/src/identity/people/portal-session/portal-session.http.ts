import { Controller, Delete, Get, Header, HttpCode, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CORS_HEADERS } from '../../../http/fixed-headers.js';
import { Origins } from '../origin.js';
import { PersonAudit } from '../person-audit.js';
import { PortalGuard } from '../portal-access/portal.guard.js';
import { AdminPolicy } from '../second-factor/admin-policy.js';
import { csrfTokenOf } from '../sessions/csrf-token.js';
import { Sessions, type SignedInPerson } from '../sessions/sessions.js';

interface PortalSession {
  readonly person: object | null;
  /** Goes with every call of the API that this session makes. */
  readonly csrf_token: string | null;
}

/** Tells the portal who is signed in with this browser. Other sites can neither read it nor send the cookie. */
@Controller('portal')
export class PortalSessionHttp {
  constructor(
    private readonly sessions: Sessions,
    private readonly adminPolicy: AdminPolicy,
    private readonly audit: PersonAudit,
    private readonly origins: Origins,
  ) {}

  @Get('session')
  @Header('cache-control', 'no-store')
  async show(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<PortalSession> {
    for (const name of Object.keys(CORS_HEADERS)) reply.raw.removeHeader(name);
    const person = await this.sessions.personOf(request);
    const id = request.session.get('sid');
    if (!person || id === undefined) return { person: null, csrf_token: null };
    return { person: this.viewOf(person), csrf_token: csrfTokenOf(id) };
  }

  /** Signs this browser out. */
  @Delete('session')
  @HttpCode(204)
  @UseGuards(PortalGuard)
  async end(@Req() request: FastifyRequest): Promise<void> {
    const person = await this.sessions.personOf(request);
    await this.sessions.end(request);
    if (person) await this.audit.record('signed_out', person, this.origins.of(request));
  }

  private viewOf(person: SignedInPerson): object {
    const { id, email, emailConfirmedAt, account, passwordHash, secondFactorSince, signedInAt } = person;
    return {
      id,
      email,
      email_confirmed: emailConfirmedAt !== null,
      has_password: passwordHash !== null,
      second_factor_since: secondFactorSince?.toISOString() ?? null,
      account: { id: account.id, name: account.name },
      scopes: this.adminPolicy.usableScopes(person),
      signed_in_at: signedInAt.toISOString(),
    };
  }
}
