import type { Scope } from '@cds/contracts';
import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CORS_HEADERS } from '../../../http/fixed-headers.js';
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
  ) {}

  @Get('session')
  @Header('cache-control', 'no-store')
  async show(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<PortalSession> {
    for (const name of Object.keys(CORS_HEADERS)) reply.raw.removeHeader(name);
    const person = await this.sessions.personOf(request);
    const id = request.session.get('sid');
    if (!person || id === undefined) return { person: null, csrf_token: null };
    return { person: personView(person, this.adminPolicy.usableScopes(person)), csrf_token: csrfTokenOf(id) };
  }
}

const personView = (
  { id, email, emailConfirmedAt, account, secondFactorSince, signedInAt }: SignedInPerson,
  scopes: readonly Scope[],
): object => ({
  id,
  email,
  email_confirmed: emailConfirmedAt !== null,
  account: { id: account.id, name: account.name },
  scopes,
  has_second_factor: secondFactorSince !== null,
  signed_in_at: signedInAt.toISOString(),
});
