import { Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageController } from '../../../site/pages/page-controller.decorator.js';
import { Origins } from '../origin.js';
import { PersonAudit } from '../person-audit.js';
import { Sessions } from '../sessions/sessions.js';

/** Ends the session of this browser, and of whoever copied its cookie. */
@PageController()
export class SignOutHttp {
  constructor(
    private readonly sessions: Sessions,
    private readonly audit: PersonAudit,
    private readonly origins: Origins,
  ) {}

  @Post('signout')
  async signOut(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const person = await this.sessions.personOf(request);
    await this.sessions.end(request);
    if (person) await this.audit.record('signed_out', person, this.origins.of(request));
    await reply.redirect('/signin?note=signed-out', 303);
  }
}
